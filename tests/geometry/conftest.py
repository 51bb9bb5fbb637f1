"""Settings of the property tests."""

import hypothesis

# A loaded machine is slow, not wrong; the same examples on every run keep CI repeatable.
hypothesis.settings.register_profile("gstgen", deadline=None, derandomize=True)
hypothesis.settings.load_profile("gstgen")
