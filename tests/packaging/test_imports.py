"""Everything the package imports is declared in pyproject.toml."""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Import name -> distribution, where they differ; omegaconf is hydra-core's settings library.
DISTRIBUTIONS = {
    "cv2": "opencv-python",
    "PIL": "pillow",
    "yaml": "pyyaml",
    "hydra": "hydra-core",
    "omegaconf": "hydra-core",
}


def imported_modules(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.partition(".")[0]


def test_every_third_party_import_is_a_dependency():
    declared = (ROOT / "pyproject.toml").read_text()
    modules = {module for path in (ROOT / "gstgen").rglob("*.py") for module in imported_modules(path)}
    third_party = modules - set(sys.stdlib_module_names) - {"gstgen"}
    assert "numpy" in third_party
    names = {DISTRIBUTIONS.get(module, module.replace("_", "-")) for module in third_party}
    required = set(re.findall(r'^\s*"([a-z0-9-]+)[<>=]', declared, re.MULTILINE))
    assert sorted(names - required) == []
