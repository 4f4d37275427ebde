"""The script that packs the extension for VS Code."""

import json
import runpy
import shutil
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

FOLDER = Path(__file__).parents[3] / "docs" / "editor" / "vscode"


def test_an_archive_has_a_manifest_and_all_files_of_the_extension(tmp_path: Path) -> None:
    folder, target = tmp_path / "vscode", tmp_path / "gdl.vsix"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("node_modules", "*.vsix"))
    pack = runpy.run_path(str(FOLDER / "package.py"))["pack"]
    with pytest.raises(FileNotFoundError, match="npm install"):
        pack(folder, target)
    library = folder / "node_modules" / "vscode-languageclient"
    library.mkdir(parents=True)
    (library / "node.js").write_text("module.exports = {};\n")
    pack(folder, target)
    with zipfile.ZipFile(target) as archive:
        names = set(archive.namelist())
        manifest = ElementTree.fromstring(archive.read("extension.vsixmanifest"))
        types = archive.read("[Content_Types].xml").decode()
    about = json.loads((FOLDER / "package.json").read_text("utf-8"))
    assert about["main"].removeprefix("./") in {n.removeprefix("extension/") for n in names}
    assert {"extension/package.json", "extension/gdl.tmLanguage.json"} <= names
    assert "extension/node_modules/vscode-languageclient/node.js" in names
    assert not any(n.endswith(".py") for n in names)
    identity = next(e for e in manifest.iter() if e.tag.endswith("Identity"))
    assert (identity.attrib["Id"], identity.attrib["Version"]) == (about["name"], about["version"])
    assert 'Extension="json"' in types and 'Extension="js"' in types
