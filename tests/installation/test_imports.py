"""Everything that the package and its tests import is declared in pyproject.toml."""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Import name -> distribution, where they differ; omegaconf comes with hydra-core, packaging with pytest.
DISTRIBUTIONS = {
    "cv2": "opencv-python",
    "PIL": "pillow",
    "yaml": "pyyaml",
    "hydra": "hydra-core",
    "omegaconf": "hydra-core",
    "packaging": "pytest",
    "sklearn": "scikit-learn",
}
# What the code imports only where it is asked for: an extra of its own, and what OmniGibson's environment brings.
OPTIONAL = {"openai": "infer", "carb": None, "pxr": None, "torch": None, "omnigibson": None, "isaacsim": None}


def imported_modules(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.partition(".")[0]


def undeclared(folder, declared):
    """Imports below a folder that no requirement in the text `declared` provides."""
    paths = [*(ROOT / folder).rglob("*.py")]
    local = {path.stem for path in paths} | {path.parent.name for path in paths} | {"gstgen", "tests"}
    modules = {module for path in paths for module in imported_modules(path)}
    third_party = modules - set(sys.stdlib_module_names) - local
    assert "numpy" in third_party
    names = {DISTRIBUTIONS.get(module, module.replace("_", "-")) for module in third_party}
    return sorted(names - set(re.findall(r'^\s*"?([a-z0-9-]+)[<>=]', declared, re.MULTILINE)))


def test_every_third_party_import_is_a_dependency():
    runtime = (ROOT / "pyproject.toml").read_text().partition("[project.optional-dependencies]")[0]
    assert set(undeclared("gstgen", runtime)) <= set(OPTIONAL)


def test_optional_imports_belong_to_an_extra_or_to_omnigibson_alone():
    extras = (ROOT / "pyproject.toml").read_text().partition("[project.optional-dependencies]")[2]
    for path in (ROOT / "gstgen").rglob("*.py"):
        for module in OPTIONAL.keys() & set(imported_modules(path)):
            extra = OPTIONAL[module]
            if extra is None:
                assert "omnigibson" in path.parts, f"{path} imports {module}"
            else:
                assert re.search(rf'^{extra} = \["{module}', extras, re.MULTILINE)


def test_every_import_of_a_test_is_a_dependency_or_a_test_tool():
    # The benches' peers have an environment of their own, one of them without its pins.
    benches = (ROOT / "tests/benchmarks/requirements.txt").read_text()
    alone = "\n".join(re.findall(r"--no-deps (\S+==\S+)", (ROOT / "Makefile").read_text()))
    assert undeclared("tests", "\n".join([(ROOT / "pyproject.toml").read_text(), benches, alone])) == []
