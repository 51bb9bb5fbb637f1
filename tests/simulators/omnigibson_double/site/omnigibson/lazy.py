"""Isaac Sim's modules that 1.1.1 uses."""

from types import SimpleNamespace


def _add_update_semantics(prim, semantic_label, type_label="class", suffix=""):
    prim.attributes["semantic:Semantics:params:semanticData"] = semantic_label


_semantics = SimpleNamespace(add_update_semantics=_add_update_semantics)
omni = SimpleNamespace(isaac=SimpleNamespace(core=SimpleNamespace(utils=SimpleNamespace(semantics=_semantics))))
