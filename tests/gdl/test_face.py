"""What `import gdl` offers: cheap, complete, and the same for type checkers."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import gdl

STUB = Path(gdl.__file__).with_suffix(".pyi")


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after a statement."""
    program = f"import sys\n{statement}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def stub_imports() -> dict[str, str]:
    """The names that the stub takes from modules, each with its module."""
    tree = ast.parse(STUB.read_text("utf-8"))
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def test_importing_the_package_loads_only_what_loads_the_others_on_demand() -> None:
    assert {name for name in loaded_by("import gdl") if name.startswith(("gdl.", "lark"))} == {
        "gdl.limits",
        "gdl.platform",
        "gdl.platform.on_demand",
    }


def test_importing_the_checked_game_does_not_load_the_way_to_it() -> None:
    loaded = loaded_by("from gdl.core import model")
    assert "gdl.core.model" in loaded
    assert not loaded & {"gdl.loader", "gdl.checker", "gdl.files.resolver", "gdl.parsing.parser", "lark"}


@pytest.mark.parametrize("name", gdl.__all__)
def test_a_name_is_that_of_its_module(name: str) -> None:
    assert getattr(gdl, name) is getattr(import_module(stub_imports()[name]), name)


def test_type_checkers_see_the_same_names() -> None:
    assert set(stub_imports()) == set(gdl.__all__)
    assert set(gdl.__all__) <= set(dir(gdl))


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        getattr(gdl, "lode")  # noqa: B009
