"""Questions: one module per competency, wording, filters, balance."""
