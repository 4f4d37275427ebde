"""Packs this folder as an extension for VS Code: `python package.py gdl.vsix`, after `npm install --omit=dev` beside it.

A .vsix is a zip archive of the extension's folder, with a manifest and a list of media types
(https://learn.microsoft.com/visualstudio/extensibility/anatomy-of-a-vsix-package).
"""

import json
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

HERE = Path(__file__).parent
_MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>{title}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Categories>{categories}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
  </Assets>
</PackageManifest>
"""
_TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
{types}
</Types>
"""


def pack(folder: Path, target: Path) -> None:
    """Writes the extension in a folder to a .vsix. Raises FileNotFoundError where the client's library is not there."""
    about = json.loads((folder / "package.json").read_text("utf-8"))
    for needed in about["dependencies"]:
        if not (folder / "node_modules" / needed).is_dir():
            raise FileNotFoundError(f"{needed} is not there: run `npm install --omit=dev` in {folder} first")
    files = sorted(
        p
        for p in folder.rglob("*")
        if p.is_file() and p.suffix not in (".py", ".pyc", ".vsix") and p != target
    )
    endings = sorted({p.suffix[1:] for p in files if p.suffix} | {"vsixmanifest"})
    types = "\n".join(
        f'  <Default Extension={quoteattr(e)} ContentType="{"application/json" if e == "json" else "application/octet-stream"}"/>'
        for e in endings
    )
    manifest = _MANIFEST.format(
        name=quoteattr(about["name"]),
        version=quoteattr(about["version"]),
        publisher=quoteattr(about["publisher"]),
        title=about["displayName"],
        description=about["description"],
        categories=",".join(about["categories"]),
        engine=quoteattr(about["engines"]["vscode"]),
    )
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES.format(types=types))
        archive.writestr("extension.vsixmanifest", manifest)
        for path in files:
            archive.write(path, f"extension/{path.relative_to(folder).as_posix()}")


if __name__ == "__main__":
    try:
        pack(HERE, Path(sys.argv[1] if len(sys.argv) > 1 else "gdl.vsix").resolve())
    except FileNotFoundError as error:
        sys.exit(str(error))
