"""Builds the site: Pyodide, the widgets' scripts and this package in one folder for any static host."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from msgspec import Struct

from napwidgets.kernel.rulings import NapwidgetsError

PACKAGE = Path(__file__).parent.parent
PAGE = Path(__file__).parent / "page"
#: What is fetched once, kept between builds.
PARTS = Path("build") / "site-parts"


class CantBuild(NapwidgetsError):
    """The site can't be built; the sentence says what to do."""


class Part(Struct, frozen=True):
    """Something that is fetched: by whom, what, its file there, and the digest that it must have."""

    by: str
    name: str
    file: str
    digest: str


PYODIDE = Part(
    "npm", "pyodide@314.0.7", "pyodide-314.0.7.tgz", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
)
MANAGER = Part(
    "npm",
    "@jupyter-widgets/html-manager@1.0.15",
    "jupyter-widgets-html-manager-1.0.15.tgz",
    "2b9d65cb7913e1c7d671757a10008b32c9c2448d4429513371e55c07d6107638",
)
REQUIRE = Part(
    "npm", "requirejs@2.3.8", "requirejs-2.3.8.tgz", "777158e89275e16bd51aec3ef714fbcb5dc45789e7078659933bc814916d7dec"
)
MSGSPEC = Part(
    "pip",
    "msgspec==0.22.0",
    "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
)
#: The Python that Pyodide is, as pip asks for wheels.
_ABI = ("--platform=pyemscripten_2026_0_wasm32", "--python-version=3.14", "--implementation=cp", "--abi=cp314")

#: Packages that run in the browser as they are here, without their compiled parts.
PURE = (
    "anywidget", "babel", "branca", "comm", "ipyleaflet", "ipywidgets", "jinja2", "markupsafe", "mypy_extensions",
    "psygnal", "pyyaml", "traitlets", "traittypes", "typing_extensions", "xyzservices",
)  # fmt: skip
#: What of them is left out: tests, compiled parts, languages that nobody speaks here.
_LEFT_OUT = re.compile(
    r"(^|/)(tests?|testing|__pycache__|nbextension|labextension)/|-info/(?!METADATA$)|\.\.|\.(so|pyc|pyi|c|pth)$"
)
_LOCALES = re.compile(r"babel/locale-data/(?!(root|en|fr|de)(_001)?\.dat$)")
#: Of this package: the command, what maps and catalogues are made of, and the site itself but for its worker.
_SOURCES = re.compile(
    r"\.features\.geojson$|/source/|\.po$|\.mjs$|/site/(build|__main__)\.py$|/site/page/"
    r"|napwidgets/(cli\w*|bench|doctor)\.py$"
)


def build(folder: Path, parts: Path = PARTS) -> int:
    """Build the site into ``folder``, which is emptied first; returns its size compressed. Raises `CantBuild`."""
    if folder.exists() and not (folder / "service.js").is_file() and any(folder.iterdir()):
        raise CantBuild(f"{folder} holds something else than the site; please name another folder.")
    fetched = {part.name: _fetched(part, parts) for part in (PYODIDE, MANAGER, REQUIRE, MSGSPEC)}
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "app").mkdir(parents=True)
    shutil.copytree(PAGE, folder, dirs_exist_ok=True)
    (folder / "page.css").write_text(_styles() + (PAGE / "page.css").read_text())
    _pyodide(fetched[PYODIDE.name], folder / "pyodide")
    _scripts(fetched[MANAGER.name], fetched[REQUIRE.name], folder / "vendor")
    shutil.copy(fetched[MSGSPEC.name], folder / "app" / "msgspec.whl")
    _packages(folder / "app" / "packages.zip", folder / "pyodide", parts)
    (folder / ".nojekyll").touch()
    return _stamped(folder)


def _fetched(part: Part, parts: Path) -> Path:
    """A part as a file, fetched if it is not there yet."""
    file = parts / part.file
    if not file.is_file():
        parts.mkdir(parents=True, exist_ok=True)
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", *_ABI, "-d", ".")
        command = (*pip, part.name) if part.by == "pip" else ("npm", "pack", "--silent", part.name)
        said = _ran(*command, cwd=parts)
        if not file.is_file():
            why = (said or "nothing came").splitlines()[-1]
            raise CantBuild(f"{part.name} could not be fetched ({why}). Is there a network?")
    if hashlib.sha256(file.read_bytes()).hexdigest() != part.digest:
        raise CantBuild(f"{file} is not what was expected; please delete it and build again.")
    return file


def _pyodide(archive: Path, folder: Path) -> None:
    """Python itself; its index of packages is left out, for all that is needed comes along."""
    folder.mkdir()
    _taken(archive, folder, {n: n for n in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")})
    index = json.loads(_member(archive, "pyodide-lock.json"))
    (folder / "pyodide-lock.json").write_text(json.dumps(index | {"packages": {}}))


def _scripts(manager: Path, require: Path, folder: Path) -> None:
    """The scripts of the widgets: their manager, and what anywidget and ipyleaflet have in this environment."""
    folder.mkdir()
    _taken(manager, folder, {"dist/libembed-amd.js": "manager.js"})
    _taken(require, folder, {"require.js": "require.js"})
    for name in ("anywidget", "jupyter-leaflet"):
        shutil.copy(_shared("nbextensions", name, "index.js"), folder / f"{name}.js")


def _shared(*parts: str) -> Path:
    return Path(sys.prefix, "share", "jupyter", *parts)


def _taken(archive: Path, folder: Path, names: dict[str, str]) -> None:
    for inside, name in names.items():
        (folder / name).write_bytes(_member(archive, inside))


def _member(archive: Path, name: str) -> bytes:
    with tarfile.open(archive) as opened:
        file = opened.extractfile(f"package/{name}")
        assert file is not None
        return file.read()


def _styles() -> str:
    """The style of pages, as Voila's template has it."""
    for root in (PACKAGE.parent, Path(sys.prefix)):
        template = root / "share" / "jupyter" / "voila" / "templates" / "napwidgets" / "index.html.j2"
        if template.is_file() and (found := re.search(r"<style>(.*?)</style>", template.read_text(), re.DOTALL)):
            return found[1]
    raise CantBuild("The pages' template is missing from this installation; please install napwidgets again.")


def _packages(target: Path, pyodide: Path, parts: Path) -> None:
    """All Python and data of the site in one archive: compiled, for a browser takes seconds for that."""
    plain, digest = parts / "packages.zip", hashlib.sha256()
    with ZipFile(plain, "w") as archive:
        for name, content in sorted(_contents().items()):
            archive.writestr(ZipInfo(name), content)
            digest.update(f"{name} {len(content)}\n".encode() + content)
    compiled = parts / f"packages-{digest.hexdigest()[:16]}.zip"
    if not compiled.is_file():
        for old in parts.glob("packages-*.zip"):
            old.unlink()
        script = Path(__file__).parent / "compile.mjs"
        said = _ran("node", str(script), *(str(path.resolve()) for path in (pyodide, plain, compiled)))
        if not compiled.is_file():
            why = (said or "nothing came").splitlines()[-1]
            raise CantBuild(f"The Python of the site could not be compiled ({why}).")
    shutil.copy(compiled, target)


def _ran(*command: str, cwd: Path | None = None) -> str:
    """Run a command; what it said on stderr. Raises `CantBuild` where there is no such command."""
    try:
        return subprocess.run(command, cwd=cwd, capture_output=True, text=True).stderr.strip()
    except FileNotFoundError:
        raise CantBuild(f"Building the site needs {command[0]}; please install Node.js, which has npm.") from None


def _contents() -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for package in PURE:
        for file in metadata.files(package) or ():
            name = file.as_posix()
            if not _LEFT_OUT.search(name) and not _LOCALES.search(name) and file.parts[0] != "share":
                found[name] = Path(str(file.locate())).read_bytes()
    for name, path in _own():
        if not _SOURCES.search(name) and not _LEFT_OUT.search(name):
            found[name] = path.read_bytes()
    found["napwidgets/site/pages.json"] = json.dumps(_pages()).encode()
    return found


def _own() -> Iterator[tuple[str, Path]]:
    """The files of this package with their names in it, its data from wherever it lies."""
    for path in PACKAGE.rglob("*"):
        if path.is_file():
            yield f"napwidgets/{path.relative_to(PACKAGE).as_posix()}", path
    for path in (PACKAGE.parent / "scenarios").rglob("*"):
        if path.is_file():
            yield f"napwidgets/_data/scenarios/{path.relative_to(PACKAGE.parent / 'scenarios').as_posix()}", path


def _pages() -> dict[str, list[list[str]]]:
    """The notebooks as cells: prose as HTML, code as it is."""
    try:
        from nbconvert.filters.markdown_mistune import markdown2html_mistune as drawn

        from napwidgets.widgets.serve import notebooks
    except ImportError:
        raise CantBuild("Building the site needs more: pip install 'napwidgets[serve]'.") from None
    return {
        file.stem: [
            [cell["cell_type"], drawn(text) if cell["cell_type"] == "markdown" else text]
            for cell in json.loads(file.read_text())["cells"]
            if (text := "".join(cell["source"])) and cell["cell_type"] in ("markdown", "code")
        ]
        for file in sorted(notebooks().glob("*.ipynb"))
    }


def _stamped(folder: Path) -> int:
    """Give the service worker the digest of what was built; returns the size compressed."""
    digest, size = hashlib.sha256(), 0
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        raw = path.read_bytes()
        digest.update(f"{path.relative_to(folder)}\n".encode() + raw)
        size += min(len(raw), len(gzip.compress(raw, 6)))
    service = folder / "service.js"
    service.write_text(service.read_text().replace("@VERSION@", digest.hexdigest()[:16]))
    return size
