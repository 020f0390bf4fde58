"""The package as it is published: built, installed into an environment that holds nothing but what the engine needs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from scripts.readme_for_index import absolute

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def said(*words: str | Path, **how: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=300, **how)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source package and the wheel that is made of it."""
    folder = tmp_path_factory.mktemp("dist")
    ran = said(sys.executable, "-m", "build", "--no-isolation", "-o", folder, ROOT)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


def closure(names: list[str]) -> set[str]:
    """Packages and all that they need here without extras."""
    known: set[str] = set()
    while names:
        name = re.split(r"[^\w.-]", names.pop().strip(), maxsplit=1)[0].lower().replace("_", "-")
        if name not in known:
            known.add(name)
            names += [n for n in metadata.requires(name) or () if ";" not in n]
    return known


@pytest.fixture(scope="module")
def alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the engine's few packages and the wheel, as pip would leave it."""
    home = tmp_path_factory.mktemp("alone")
    assert said(sys.executable, "-m", "venv", "--without-pip", home).returncode == 0
    site = next((home / "lib").glob("python*")) / "site-packages"
    for name in closure(list(PROJECT["dependencies"])):
        found = metadata.distribution(name)
        for top in {file.parts[0] for file in found.files or () if ".." not in file.parts}:
            (site / top).symlink_to(found.locate_file(top))
    options = ("install", "--quiet", "--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check")
    ran = said(sys.executable, "-m", "pip", "--python", home / "bin" / "python", *options, wheel)
    assert ran.returncode == 0, ran.stderr
    return home


@pytest.fixture
def run(alone: Path, tmp_path: Path) -> Any:
    def command(*words: str | Path) -> subprocess.CompletedProcess[str]:
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "JUPYTER"))}
        return said(alone / "bin" / "napwidgets", *words, cwd=tmp_path, env=clean | {"NAPWIDGETS_HOME": str(tmp_path)})

    return command


def files(folder: str) -> list[str]:
    """All files of a folder but what running leaves there."""
    every = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    found = [p.relative_to(ROOT).as_posix() for p in every if not {"__pycache__", ".ipynb_checkpoints"} & {*p.parts}]
    assert found
    return found


def test_all_data_is_in_the_wheel(wheel: Path) -> None:
    inside = set(ZipFile(wheel).namelist())
    for folder in ("scenarios", "notebooks"):
        assert [file for file in files(folder) if f"napwidgets/_data/{file}" not in inside] == []
    assert [file for file in files("napwidgets") if file not in inside] == []
    assert "napwidgets/py.typed" in inside
    assert any(name.endswith("share/jupyter/voila/templates/napwidgets/index.html.j2") for name in inside)


def test_the_source_package_is_whole(built: Path) -> None:
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "requirements.lock", "LICENSE", "NOTICE", "tests/apart.py", "docs/architecture.md"} <= names
    assert not [name for name in names if name.startswith((".venv", "build/", ".git/"))]


def test_what_an_index_shows(wheel: Path) -> None:
    archive = ZipFile(wheel)
    (name,) = (n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
    told = archive.read(name).decode()
    address = PROJECT["urls"]["Homepage"]
    shown = re.findall(r"!?\[[^\]\n]*\]\(([^)\s]+)\)", told)
    assert f"{address}/raw/HEAD/docs/images/quatre-bras.png" in shown
    assert [link for link in shown if not link.startswith(("https://", "#"))] == []
    for link in re.findall(r"/(?:raw|blob)/HEAD/([^)\s#]+)", told):
        assert (ROOT / link).exists(), link
    assert "Requires-Dist: voila>=0.5.8; extra == 'serve'" in told
    assert absolute((ROOT / "README.md").read_text(), address) in told


def test_the_matrix_is_what_the_package_says() -> None:
    matrix = re.findall(r'"(3\.\d+)"', (ROOT / ".github" / "workflows" / "test.yml").read_text())
    said_so = [c.rpartition(" ")[2] for c in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", c)]
    assert matrix == said_so


def test_the_engine_alone(run: Any, alone: Path) -> None:
    """One after the other in one test: a process each is slow enough."""
    listed = run("scenarios", "--json")
    assert len(json.loads(listed.stdout)) == len(list(ROOT.glob("scenarios/*/*.yaml")))
    played = run("selfplay", "nlc/first-steps", "--json")
    assert json.loads(played.stdout)[0]["hash"], played.stderr
    shipped = next((alone / "lib").glob("python*/site-packages/napwidgets/_data/scenarios/nlc/ligny.yaml"))
    assert run("check", shipped).stdout == "1 file is sound.\n"
    battle = shipped.parents[5] / "battle.json"
    fleets = {"attackers": {"squadrons": 3}, "defenders": {"squadrons": 3}}
    battle.write_text(json.dumps({"system": "wap", "kind": "naval", **fleets}))
    assert run("odds", battle).returncode == 0
    for words, extra in ((("play",), "serve"), (("maps", "compile", "x"), "maps"), (("lab", "history"), "lab")):
        ran = run(*words)
        assert (ran.returncode, ran.stdout) == (1, "")
        how = re.escape(f"pip install 'napwidgets[{extra}]'.")
        assert re.fullmatch(rf"This needs \w+, which is not installed: {how}\n", ran.stderr)


def test_the_doctor(run: Any) -> None:
    ran = run("doctor", "--json")
    found = {f["part"].partition(":")[0]: f for f in json.loads(ran.stdout)}
    assert ran.returncode == 0, ran.stdout
    assert found["the engine"]["state"] == found["scenarios"]["state"] == found["notebooks"]["state"] == "there"
    assert found["serve"]["state"] == "missing"
    assert found["serve"]["remedy"] == "pip install 'napwidgets[serve]'"
