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

from napwidgets.site.parts import PACKAGE, PAGE, CantBuild, pages, scripts, style, words

#: What is fetched once, kept between builds.
PARTS = Path("build") / "site-parts"


class Part(Struct, frozen=True):
    """Something that is fetched: by whom, what, its file there, and the digest that it must have."""

    by: str
    name: str
    file: str
    digest: str


PYODIDE = Part(
    "npm", "pyodide@314.0.7", "pyodide-314.0.7.tgz", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
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
#: Of this package: the command, what needs a server, what maps and catalogues are made of, and the site itself but for
#: its worker.
_SOURCES = re.compile(
    r"\.features\.geojson$|/source/|\.po$|\.mjs$|/site/(build|__main__)\.py$|/site/page/"
    r"|napwidgets/(shared|host)/|napwidgets/(cli\w*|bench|doctor)\.py$"
)
#: The front page of the site: nobody can be invited where no server is.
_LOBBY = [["code", "from napwidgets.widgets.front import Front\n\nFront()"]]


def build(folder: Path, parts: Path = PARTS) -> int:
    """Build the site into ``folder``, which is emptied first; returns its size compressed. Raises `CantBuild`."""
    if folder.exists() and not (folder / "service.js").is_file() and any(folder.iterdir()):
        raise CantBuild(f"{folder} holds something else than the site; please name another folder.")
    fetched = {part.name: _fetched(part, parts) for part in (PYODIDE, MSGSPEC)}
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "app").mkdir(parents=True)
    shutil.copytree(PAGE, folder, dirs_exist_ok=True)
    (folder / "page.css").write_text(style())
    (folder / "words.js").write_text(words())
    _pyodide(fetched[PYODIDE.name], folder / "pyodide")
    for name, file in scripts().items():
        shutil.copy(file, folder / "vendor" / name)
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
        _ran(*command, cwd=parts)
        if not file.is_file():
            raise CantBuild(f"{part.by} could not fetch {part.name}; please connect to a network and try again.")
    if hashlib.sha256(file.read_bytes()).hexdigest() != part.digest:
        raise CantBuild(f"{file} is not what was expected; please delete it and build again.")
    return file


def _pyodide(archive: Path, folder: Path) -> None:
    """Python itself; its index of packages is left out, for all that is needed comes along."""
    folder.mkdir()
    _taken(archive, folder, {n: n for n in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")})
    index = json.loads(_member(archive, "pyodide-lock.json"))
    (folder / "pyodide-lock.json").write_text(json.dumps(index | {"packages": {}}))


def _taken(archive: Path, folder: Path, names: dict[str, str]) -> None:
    for inside, name in names.items():
        (folder / name).write_bytes(_member(archive, inside))


def _member(archive: Path, name: str) -> bytes:
    with tarfile.open(archive) as opened:
        file = opened.extractfile(f"package/{name}")
        assert file is not None
        return file.read()


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
    found["napwidgets/site/pages.json"] = json.dumps(site_pages()).encode()
    return found


def site_pages() -> dict[str, list[list[str]]]:
    """The pages of the site as cells."""
    return pages() | {"lobby": _LOBBY}


def _own() -> Iterator[tuple[str, Path]]:
    """The files of this package with their names in it, its data from wherever it lies."""
    for path in PACKAGE.rglob("*"):
        if path.is_file():
            yield f"napwidgets/{path.relative_to(PACKAGE).as_posix()}", path
    for path in (PACKAGE.parent / "scenarios").rglob("*"):
        if path.is_file():
            yield f"napwidgets/_data/scenarios/{path.relative_to(PACKAGE.parent / 'scenarios').as_posix()}", path


def _stamped(folder: Path) -> int:
    """Give both workers the digest of what was built, under which they keep things; returns the size compressed."""
    digest, size = hashlib.sha256(), 0
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        raw = path.read_bytes()
        digest.update(f"{path.relative_to(folder)}\n".encode() + raw)
        size += min(len(raw), len(gzip.compress(raw, 6)))
    for name in ("service.js", "worker.js"):
        file = folder / name
        file.write_text(file.read_text().replace("@VERSION@", digest.hexdigest()[:16]))
    return size
