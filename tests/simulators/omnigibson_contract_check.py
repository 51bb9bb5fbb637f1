"""Which names, attributes and parameters of OmniGibson the code uses, and whether a version has them. Plain `ast`.

Types flow from the protocols of `api.py`: from annotations, from what attributes and methods of protocols give, from
loops and subscripts. An attribute of a value that has such a type is a use; one that the protocol does not have is an
unknown name. What is imported from `omnigibson` itself is followed by its dotted name.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parents[2] / "gstgen/simulators/omnigibson"
CALLERS = ("launch.py", "viewer.py", "behavior_world.py", "stage_world.py")
CONTAINERS = {"list", "Iterable", "Sequence", "tuple", "set", "frozenset"}
MAPPINGS = {"dict", "Mapping"}
# Keys of the environment's configuration that become parameters of a class.
CONFIGURED = {
    "InteractiveTraversableScene": "omnigibson.scenes.interactive_traversable_scene.InteractiveTraversableScene",
    "Scene": "omnigibson.scenes.scene_base.Scene",
}


@dataclass(frozen=True)
class Use:
    """One use: the full name in OmniGibson, the parameters that a call gives (None for no call), and where."""

    name: str
    parameters: tuple[str, ...] | None
    where: str


@dataclass
class Protocols:
    """Members of the protocols in `api.py`: type of each attribute, return type and parameters of each method."""

    contracts: dict[str, tuple[str, ...]]
    members: dict[str, dict[str, str]] = field(default_factory=dict)
    methods: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    @classmethod
    def read(cls, source: str) -> Protocols:
        tree = ast.parse(source)
        values = {t.target.id: t.value for t in tree.body if isinstance(t, ast.AnnAssign)}
        out = cls(ast.literal_eval(values["CONTRACTS"]))
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                members, methods = out.members.setdefault(node.name, {}), out.methods.setdefault(node.name, {})
                for item in node.body:
                    if isinstance(item, ast.AnnAssign):
                        members[item.target.id] = ast.unparse(item.annotation)
                    elif isinstance(item, ast.FunctionDef):
                        is_property = any(ast.unparse(d) == "property" for d in item.decorator_list)
                        returns = ast.unparse(item.returns)
                        if is_property:
                            members[item.name] = returns
                        else:
                            members[item.name] = f"() -> {returns}"
                            methods[item.name] = [a.arg for a in item.args.args[1:]]
        return out


class Finder(ast.NodeVisitor):
    """Collects the uses of one module; `unknown` lists attributes that a protocol does not have."""

    def __init__(self, protocols: Protocols, file: str) -> None:
        self.protocols, self.file = protocols, file
        self.uses: list[Use] = []
        self.unknown: list[str] = []
        self.names: list[dict[str, str]] = [{}]
        self.own: dict[str, str] = {}  # attributes of self, by name
        self.functions: dict[str, str] = {}  # return types of the module's own functions

    # -- types: "api name", "list[X]", "dict[_, X]", "omnigibson.dotted" or "" ------------------------------

    def annotation(self, node: ast.expr | None) -> str:
        if node is None:
            return ""
        text = ast.unparse(node).replace("api.", "")
        return text.split(" | ")[0]

    def element(self, kind: str) -> str:
        head, _, inner = kind.partition("[")
        if head in CONTAINERS:
            return inner[:-1].split(", ")[0]
        return ""

    def type_of(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name):
            return next((scope[node.id] for scope in reversed(self.names) if node.id in scope), "")
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id == "self":
                return self.own.get(node.attr, "")
            base = self.type_of(node.value)
            if base.startswith("omnigibson"):
                return "Simulator" if base == "omnigibson" and node.attr == "sim" else f"{base}.{node.attr}"
            return self.protocols.members.get(base, {}).get(node.attr, "").split(" | ")[0]
        if isinstance(node, ast.Call):
            return self.type_of_call(node)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return f"list[{self.type_of_element(node)}]"
        if isinstance(node, ast.Subscript):
            kind = self.type_of(node.value)
            head, _, inner = kind.partition("[")
            if head in MAPPINGS:
                return inner[:-1].split(", ", 1)[1]
            return self.element(kind)
        return ""

    def type_of_element(self, node: ast.ListComp | ast.GeneratorExp) -> str:
        self.names.append({})
        for part in node.generators:
            kind = self.type_of(part.iter)
            self.bind(part.target, kind if kind.startswith("items[") else self.element(kind))
        kind = self.type_of(node.elt)
        self.names.pop()
        return kind

    def type_of_call(self, node: ast.Call) -> str:
        if isinstance(node.func, ast.Attribute):
            base = self.type_of(node.func.value)
            head, _, inner = base.partition("[")
            if head in MAPPINGS and node.func.attr in ("values", "items", "get"):
                key, value = inner[:-1].split(", ", 1)
                return {"values": f"list[{value}]", "items": f"items[{key}; {value}]", "get": value}[node.func.attr]
            member = self.protocols.members.get(base, {}).get(node.func.attr, "")
            return member.removeprefix("() -> ") if member.startswith("() ->") else ""
        if isinstance(node.func, ast.Name) and node.func.id in ("sorted", "list"):
            return self.type_of(node.args[0])
        if isinstance(node.func, ast.Name) and node.func.id == "getattr" and isinstance(node.args[1], ast.Constant):
            members = self.protocols.members.get(self.type_of(node.args[0]), {})
            return members.get(str(node.args[1].value), "").split(" | ")[0]
        if isinstance(node.func, ast.Name) and node.func.id in self.functions:
            return self.functions[node.func.id]
        return self.type_of(node.func)

    def bind(self, target: ast.expr, kind: str) -> None:
        if isinstance(target, ast.Name):
            self.names[-1][target.id] = kind
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
            self.own[target.attr] = self.own.get(target.attr) or kind
        elif isinstance(target, ast.Tuple) and kind.startswith("items["):
            for item, part in zip(target.elts, kind[6:-1].split("; "), strict=True):
                self.bind(item, part)
        elif isinstance(target, ast.Tuple) and kind.startswith("tuple["):
            for item, part in zip(target.elts, kind[6:-1].split(", "), strict=False):
                self.bind(item, part)

    def visit_Module(self, node: ast.Module) -> None:
        self.functions = {n.name: self.annotation(n.returns) for n in node.body if isinstance(n, ast.FunctionDef)}
        self.generic_visit(node)

    # -- statements ------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        arguments = [*node.args.args, *node.args.kwonlyargs]
        self.names.append({a.arg: self.annotation(a.annotation) for a in arguments})
        self.generic_visit(node)
        self.names.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.own = {}
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        for item in node.names:
            if item.name.split(".")[0] == "omnigibson":
                self.names[-1][item.asname or "omnigibson"] = item.name if item.asname else "omnigibson"

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if (node.module or "").split(".")[0] == "omnigibson":
            for item in node.names:
                name = f"{node.module}.{item.name}"
                self.names[-1][item.asname or item.name] = name
                if name not in ("omnigibson.macros.gm", "omnigibson.utils.vision_utils"):
                    self.uses.append(Use(name, None, self.at(node)))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
        self.visit(node.target)
        self.bind(node.target, self.annotation(node.annotation))

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                for item, value in zip(target.elts, node.value.elts, strict=True):
                    self.bind(item, self.type_of(value))
            else:
                self.bind(target, self.type_of(node.value))

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        kind = self.type_of(node.iter)
        self.bind(node.target, kind if kind.startswith("items[") else self.element(kind))
        for child in [*node.body, *node.orelse]:
            self.visit(child)

    def comprehension(self, node: Any) -> None:
        self.names.append({})
        for part in node.generators:
            self.visit(part.iter)
            kind = self.type_of(part.iter)
            self.bind(part.target, kind if kind.startswith("items[") else self.element(kind))
            for condition in part.ifs:
                self.visit(condition)
        for name in ("key", "value", "elt"):
            if hasattr(node, name):
                self.visit(getattr(node, name))
        self.names.pop()

    visit_ListComp = visit_GeneratorExp = visit_DictComp = visit_SetComp = comprehension

    # -- uses ------------------------------

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.use(node.value, node.attr, None, node)
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        given = tuple(k.arg for k in node.keywords if k.arg)
        if isinstance(node.func, ast.Attribute):
            self.use(node.func.value, node.func.attr, given, node)
            self.visit(node.func.value)
        elif isinstance(node.func, ast.Name):
            kind = self.type_of(node.func)
            if kind.startswith("omnigibson") and kind.count(".") > 1:
                self.uses.append(Use(kind, given, self.at(node)))
            if node.func.id in ("getattr", "hasattr") and isinstance(node.args[1], ast.Constant):
                self.use(node.args[0], str(node.args[1].value), None, node)
        for child in [*node.args, *(k.value for k in node.keywords)]:
            self.visit(child)

    def visit_Compare(self, node: ast.Compare) -> None:
        """`"NAME" in gm`."""
        if isinstance(node.left, ast.Constant) and self.type_of(node.comparators[0]) == "omnigibson.macros.gm":
            self.uses.append(Use(f"omnigibson.macros.gm.{node.left.value}", None, self.at(node)))
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        """A scene's configuration: its keys are parameters of the class that `type` names."""
        keys = {k.value: v for k, v in zip(node.keys, node.values, strict=True) if isinstance(k, ast.Constant)}
        kind = keys.get("type")
        if isinstance(kind, ast.Constant) and kind.value in CONFIGURED:
            given = tuple(k for k in keys if k != "type")
            self.uses.append(Use(CONFIGURED[kind.value], given, self.at(node)))
        self.generic_visit(node)

    def use(self, base: ast.expr, attribute: str, given: tuple[str, ...] | None, node: ast.expr) -> None:
        kind = self.type_of(base)
        if kind.startswith("omnigibson"):
            if not kind.startswith("omnigibson.lazy"):
                self.uses.append(Use(f"{kind}.{attribute}", given, self.at(node)))
        elif kind in self.protocols.contracts:
            if attribute not in self.protocols.members[kind]:
                self.unknown.append(f"{kind}.{attribute} ({self.at(node)})")
            else:
                self.uses.append(Use(f"{kind}:{attribute}", given, self.at(node)))

    def at(self, node: ast.AST) -> str:
        return f"{self.file}:{node.lineno}"  # type: ignore[attr-defined]


def find_uses(sources: dict[str, str]) -> tuple[list[Use], list[str]]:
    """Uses of all modules (file name -> text, `api.py` among them), and the unknown attributes."""
    protocols = Protocols.read(sources["api.py"])
    uses, unknown = [], []
    for file, text in sources.items():
        if file != "api.py":
            finder = Finder(protocols, file)
            finder.visit(ast.parse(text))
            uses += finder.uses
            unknown += finder.unknown
    for cls, methods in protocols.methods.items():  # parameters that the protocols promise
        if cls in protocols.contracts:
            uses += [Use(f"{cls}:{name}", tuple(parameters), "api.py") for name, parameters in methods.items()]
    return uses, unknown


def read_sources() -> dict[str, str]:
    """The modules that call OmniGibson."""
    return {name: (PACKAGE / name).read_text(encoding="utf-8") for name in ("api.py", *CALLERS)}


# -- what a version has ------------------------------


def candidates(name: str, contracts: dict[str, tuple[str, ...]]) -> list[str]:
    """Full names that a use may stand for, most derived class first."""
    cls, colon, member = name.partition(":")
    return [f"{c}.{member}" for c in contracts[cls]] if colon else [name]


def parameter_names(entry: dict[str, Any]) -> set[str] | None:
    """Parameters that an entry of the contract records; None where it records none or takes any."""
    listed = entry.get("params")
    if listed is None:
        return None
    names = [p["name"] if isinstance(p, dict) else p.split("=")[0] for p in listed]
    return None if any(n.startswith("*") for n in names) else set(names)


def missing_in_contract(
    uses: list[Use], contract: dict[str, Any], contracts: dict[str, tuple[str, ...]], version: str
) -> list[str]:
    """Uses that a version does not have; parameters are compared where the contract records them."""
    out = []
    for use in uses:
        entries = [contract.get(n, {}).get(version) for n in candidates(use.name, contracts)]
        entries = [e for e in entries if e is not None and e.get("kind") != "removed"]
        if not entries:
            out.append(f"{use.name} ({use.where})")
            continue
        known = parameter_names(entries[0])
        if use.parameters and known is not None:
            out += [f"{use.name}({p}=) ({use.where})" for p in use.parameters if p not in known]
    return sorted(set(out))


class Sdist:
    """Names of an unpacked source distribution, by module."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._trees: dict[Path, ast.Module] = {}
        self._answers: dict[tuple[str, tuple[str, ...] | None], bool | str] = {}

    def tree(self, dotted: list[str]) -> ast.Module | None:
        for path in (self.root.joinpath(*dotted).with_suffix(".py"), self.root.joinpath(*dotted, "__init__.py")):
            if path.is_file():
                if path not in self._trees:
                    self._trees[path] = ast.parse(path.read_text(encoding="utf-8"))
                return self._trees[path]
        return None

    def has(self, name: str, parameters: tuple[str, ...] | None) -> bool | str:
        """Whether a dotted name exists; the name of the first parameter that it does not take."""
        key = (name, parameters)
        if key not in self._answers:
            self._answers[key] = self._look_up(name, parameters)
        return self._answers[key]

    def _look_up(self, name: str, parameters: tuple[str, ...] | None) -> bool | str:
        parts = name.split(".")
        for cut in range(len(parts) - 1, 0, -1):
            tree = self.tree(parts[:cut])
            if tree is not None:
                return self._find(tree, parts[cut:], parameters)
        return False

    def _find(self, tree: ast.Module, rest: list[str], parameters: tuple[str, ...] | None) -> bool | str:
        nodes: list[ast.AST] = list(ast.walk(tree))
        if rest[0] in ("gm", "m") and len(rest) == 2:
            return any(isinstance(n, ast.Attribute) and n.attr == rest[1] and isinstance(n.ctx, ast.Store)
                       and isinstance(n.value, ast.Name) and n.value.id == rest[0] for n in nodes)  # fmt: skip
        scope: ast.AST = tree
        for index, part in enumerate(rest):
            found = next((n for n in ast.walk(scope) if defines(n, part)), None)
            if found is None:
                return False
            last = index == len(rest) - 1
            if last and parameters:
                function: ast.AST | None = found
                if isinstance(found, ast.ClassDef):
                    function = next((n for n in found.body if defines(n, "__init__")), None)
                if isinstance(function, ast.FunctionDef) and function.args.kwarg is None:
                    taken = {a.arg for a in [*function.args.args, *function.args.kwonlyargs]}
                    return next((p for p in parameters if p not in taken), True)
            scope = found
        return True


def defines(node: ast.AST, name: str) -> bool:
    """Whether a node gives a name to something."""
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        return node.name == name
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return node.id == name
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        return node.attr == name and isinstance(node.value, ast.Name) and node.value.id == "self"
    return isinstance(node, ast.alias) and (node.asname or node.name) == name


def missing_in_sdist(uses: list[Use], sdist: Sdist, contracts: dict[str, tuple[str, ...]]) -> list[str]:
    """Uses that the unpacked source does not have."""
    out = []
    for use in uses:
        answers = [sdist.has(n, use.parameters) for n in candidates(use.name, contracts)]
        if True not in answers:
            wrong = next((a for a in answers if isinstance(a, str)), None)
            out.append(f"{use.name}{'' if wrong is None else f'({wrong}=)'} ({use.where})")
    return sorted(set(out))
