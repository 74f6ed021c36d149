"""规则代码的禁令：不用 `random`、时钟、asyncio、输入输出，不遍历字符串集合。

同一份种子要在任何机器、任何时候走出同一局，所以这些在 `games/` 里（实验室除外）一概不许。
集合的遍历次序取决于散列种子，因此不许遍历集合字面量、`set(…)`、`frozenset(…)`、集合运算的结果，
以及注明是集合的名字；先 `sorted(…)` 就可以。
"""

from __future__ import annotations

import ast
from pathlib import Path

FORBIDDEN = frozenset(
    {"random", "secrets", "uuid", "time", "datetime", "zoneinfo", "calendar", "asyncio", "threading",
     "multiprocessing", "concurrent", "subprocess", "socket", "os", "io", "tempfile", "shutil", "sys",
     "signal", "select", "ssl", "urllib", "http", "sqlite3", "aiosqlite", "logging", "nonebot", "requests",
     "httpx", "aiohttp", "websockets", "numpy"}
)  # fmt: skip
"""不许导入的模块。"""

BUILTINS = frozenset({"open", "input", "print", "eval", "exec", "id", "hash", "globals", "breakpoint"})
"""不许调用的内建函数。"""

READERS = frozenset({"data.py", "game.py", "tables.py", "rulebook.py"})
"""读数据文件的模块：许用 `io`（把文字当表格读），仍不许别的。"""

ORDERLESS = frozenset({"set", "frozenset", "union", "intersection", "difference", "symmetric_difference"})
"""结果是集合的调用。"""
CONSUMERS = frozenset(
    {"list", "tuple", "iter", "enumerate", "next", "zip", "map", "filter", "join", "extend"}
)
"""会按遍历次序取走内容的调用。"""


def impurities(path: Path) -> list[str]:
    """`path`（一个 .py 文件）里违反禁令的地方，每处一行「文件:行 说明」。"""
    tree = ast.parse(path.read_text("utf-8"))
    scan = _Scan(path)
    scan.collect(tree)
    scan.visit(tree)
    return scan.found


class _Scan(ast.NodeVisitor):
    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: list[str] = []
        self.sets: set[str] = set()

    def report(self, node: ast.AST, message: str) -> None:
        self.found.append(f"{self.path.as_posix()}:{getattr(node, 'lineno', 0)} {message}")

    # ------------------------------------------------------------ 哪些名字是集合
    def collect(self, tree: ast.AST) -> None:
        """记下注明或赋成集合的名字（含属性名）。"""
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and self.orderless(node.value):
                self.sets |= {name for target in node.targets if (name := _name(target))}
            elif isinstance(node, (ast.AnnAssign, ast.arg)) and node.annotation is not None:
                head = ast.unparse(node.annotation).split("[")[0].strip("'\"")
                name = node.arg if isinstance(node, ast.arg) else _name(node.target)
                if head in ("set", "frozenset", "AbstractSet") and name:
                    self.sets.add(name)

    def orderless(self, node: ast.expr) -> bool:
        """这个式子的值是集合。"""
        if isinstance(node, (ast.Set, ast.SetComp)):
            return True
        if isinstance(node, ast.GeneratorExp):
            return any(self.orderless(generator.iter) for generator in node.generators)
        if isinstance(node, ast.Call):
            return _name(node.func) in ORDERLESS
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)):
            return self.orderless(node.left) or self.orderless(node.right)
        if isinstance(node, ast.IfExp):
            return self.orderless(node.body) or self.orderless(node.orelse)
        name = _name(node)
        return bool(name) and name in self.sets

    # ------------------------------------------------------------ 禁令
    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.module(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level == 0:
            self.module(node, node.module or "")

    def module(self, node: ast.AST, name: str) -> None:
        head = name.split(".")[0]
        if head in FORBIDDEN and not (head == "io" and self.path.name in READERS):
            self.report(node, f"导入了 {name}")

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in BUILTINS:
            self.report(node, f"调用了 {node.func.id}()")
        name = _name(node.func)
        if name in CONSUMERS:
            for argument in node.args:
                if self.orderless(argument.value if isinstance(argument, ast.Starred) else argument):
                    self.report(node, f"{name}() 按次序取集合里的东西")
        popping = name == "pop" and isinstance(node.func, ast.Attribute) and not node.args
        if popping and isinstance(node.func, ast.Attribute) and self.orderless(node.func.value):
            self.report(node, "从集合里 pop()")
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        if self.orderless(node.iter):
            self.report(node, "遍历集合")
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self.generators(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self.generators(node)

    def generators(self, node: ast.ListComp | ast.DictComp) -> None:
        for generator in node.generators:
            if self.orderless(generator.iter):
                self.report(node, "遍历集合")
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        if self.orderless(node.value):
            self.report(node, "展开集合")
        self.generic_visit(node)

    def visit_Set(self, node: ast.Set) -> None:
        # 集合里展开集合，次序无所谓。
        for element in node.elts:
            self.visit(element.value if isinstance(element, ast.Starred) else element)

    def visit_Global(self, node: ast.Global) -> None:
        self.report(node, "改动全局变量")


def _name(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return ""
