"""The Python side of the site, run here: pages become cells, widgets become messages, messages reach widgets."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import comm
import pytest
from ipywidgets.widgets.widget import _instances

from napwidgets.language import pages
from napwidgets.site import build, parts, worker

ROOT = Path(__file__).parents[2]


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What is posted to the page; the pages are made of the notebooks as the build does it."""

    class Files:
        def joinpath(self, _: str) -> Files:
            return self

        def read_bytes(self) -> bytes:
            return json.dumps(build.site_pages()).encode()

    monkeypatch.setattr(worker, "files", lambda _: Files())
    monkeypatch.setattr(comm, "create_comm", comm.create_comm)
    monkeypatch.setenv("QUERY_STRING", "")
    monkeypatch.setenv(worker.SERVED, "")
    return []


def start(posted: list[dict[str, Any]], query: str, language: str = "en") -> None:
    worker.start(lambda text, buffers: posted.append(json.loads(text)), query, language)


def test_the_lobby_comes_and_answers(
    posted: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    start(posted, "?scenario=nlc/ligny")
    opened = {m["content"]["comm_id"]: m["content"]["data"]["state"] for m in posted if m.get("type") == "comm_open"}
    (cell,) = [m for m in posted if m["kind"] == "cell"]
    assert cell["parts"][0]["model"] in opened
    assert posted[-1] == {"kind": "shown"}
    (lobby,) = [id for id, state in opened.items() if "nw-lobby" in str(state.get("look"))]
    panel = _instances[lobby]
    assert "Play Ligny" in panel.html
    assert "Invite" not in panel.html, "without a server nobody can be invited"
    assert 'href="?lesson=combat-lab"' in panel.html
    before = len(posted)
    content = {"do": "start", "arg": "", "serial": panel.serial}
    data = {"comm_id": lobby, "data": {"method": "custom", "content": content}}
    worker.receive(json.dumps({"type": "comm_msg", "id": "1", "content": data}))
    looks = [m["content"]["data"].get("state", {}).get("look") for m in posted[before:] if m["kind"] == "comm"]
    assert "nw-header" in looks
    assert list((tmp_path / "games").glob("*.json"))


def test_a_page_begins_in_its_language(
    posted: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    monkeypatch.setattr(pages, "_ONLY", pages._Page())
    monkeypatch.setattr(pages, "_PAGE", ContextVar("page", default=pages._ONLY))
    start(posted, "", "fr")
    states = [m["content"]["data"]["state"] for m in posted if m.get("type") == "comm_open"]
    assert {state["language"] for state in states if "language" in state} == {"fr"}


def test_a_lesson_is_prose_and_widgets(
    posted: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    start(posted, "?lesson=combat-lab")
    cells = [m for m in posted if m["kind"] == "cell"]
    assert any("<h1" in part.get("html", "") for cell in cells for part in cell["parts"])
    assert sum("model" in part for cell in cells for part in cell["parts"]) > 3


def test_what_comes_from_the_page_may_be_anything(posted: list[dict[str, Any]]) -> None:
    for content in ({"comm_id": "none", "data": {}}, {"comm_id": "none", "data": {"method": "custom"}}):
        worker.receive(json.dumps({"type": "comm_msg", "id": "1", "content": content}))
    worker.receive(json.dumps({"type": "execute_request", "id": "2", "content": {"code": "1/0"}}))
    assert posted == []


def test_it_needs_neither_ipython_nor_a_kernel() -> None:
    """In a process of its own, which knows nothing of what else is installed here."""
    script = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"IPython", "ipykernel", "voila", "bqplot", "pandas", "numpy", "tornado", "zmq"}:
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Gone())
from napwidgets.site import shell
shell.stand_in()
from napwidgets.site import worker
from napwidgets.widgets import BattleResolver, TableApp
import napwidgets
TableApp(napwidgets.new_game("nlc/first-steps"))
sandbox = BattleResolver.sandbox("nlc")
print(sandbox.children[1].children[1].value)
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("<rect") > 1, "the chart is drawn without bqplot"


def test_widgets_go_out_once_after_what_they_are_made_of(
    posted: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAPWIDGETS_HOME", str(tmp_path))
    start(posted, "")
    assert "comm_msg" not in [m.get("type") for m in posted if m["kind"] == "comm"]
    there: set[str] = set()
    for message in posted:
        if message["kind"] == "comm":
            state = message["content"]["data"]["state"]
            assert set(re.findall(r"IPY_MODEL_(\w+)", json.dumps(state))) <= there
            there.add(message["content"]["comm_id"])
            assert "nw-lobby" not in str(state.get("look")) or "nw-pick" in state["html"]
    before = len(posted)
    assert isinstance(comm.create_comm(), worker.PageComm)
    assert len(posted) == before + 1, "later ones go out at once"


def test_a_build_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(build.CantBuild, match="needs npm; please install Node"):
        build.build(tmp_path / "site", tmp_path / "parts")
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\nexit 1\n")
    npm.chmod(0o755)
    with pytest.raises(build.CantBuild, match="please connect to a network"):
        build.build(tmp_path / "site", tmp_path / "parts")
    (tmp_path / "parts" / build.PYODIDE.file).write_text("something else")
    with pytest.raises(build.CantBuild, match="please delete it"):
        build.build(tmp_path / "site", tmp_path / "parts")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_what_the_first_page_says_by_itself_is_known_in_every_language(language: str) -> None:
    script = (parts.PAGE / "page.js").read_text() + (parts.PAGE / "worker.js").read_text()
    assert set(re.findall(r'(?:say|failed|said)\("([^"]+)"', script)) <= set(parts.first_words())
    page = re.sub(r"<noscript>.*?</noscript>", "", (parts.PAGE / "index.html").read_text())
    assert set(re.findall(r">([^<>]*\w[^<>]*)<", page)) <= set(parts.first_words())
    known = json.loads(parts.words().removeprefix("export const WORDS = ").removesuffix(";\n"))
    assert set(known["en"]) == set(parts.first_words())
    assert [text for text in known[language] if known[language][text] == text] == []
