"""`serve`: the lobby in the browser, by Voila, on this machine, without a network."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from traitlets.config import Config

from napwidgets.kernel.rulings import NapwidgetsError

#: Where the lobby is looked for first; if it is taken and none was asked for, any free port will do.
PORT = 8866
TEMPLATE = "napwidgets"


class CantServe(NapwidgetsError):
    """The lobby can't be served; the sentence says why and what to do."""


def notebooks() -> Path:
    """The folder of notebooks: that of the checkout, or the copy in an installed package."""
    package = Path(__file__).parent.parent
    for folder in (package.parent / "notebooks", package / "_data" / "notebooks"):
        if (folder / "lobby.ipynb").is_file():
            return folder
    raise CantServe(
        "The lobby's notebook is missing from this installation; please install napwidgets again."
    )


def free_port(port: int | None) -> int:
    """The port asked for, or a free one for None and 0; raises `CantServe` if the one asked for is taken or
    can't be.
    """
    if port and not 1 <= port <= 65535:
        raise CantServe(f"{port} is no port; choose one from 1024 to 65535.")
    for wanted in [port] if port else [PORT, 0]:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", wanted))
            except PermissionError as trouble:
                raise CantServe(
                    f"Port {wanted} may not be used by you; choose one from 1024 to 65535."
                ) from trouble
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise CantServe(
        f"Port {port} is in use; choose another one with --port; 0 takes a free one."
    )


#: What pages fetch of the scripts that are installed for JupyterLab: those of the widgets they show.
SCRIPTS = (
    "@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget", "bqplot", "bqscales",
    "jupyter-leaflet",
)  # fmt: skip

#: Voila's settings: our template, no source, nothing from a network, idle kernels end. Boards come in one
#: piece, so
#: the limits that jupyter_server puts on talkative kernels are lifted. ``voila.json`` says the same for a
#: bare ``voila``.
SETTINGS: dict[str, dict[str, Any]] = {
    "Voila": {
        "ip": "127.0.0.1",
        "open_browser": False,
        "log_level": logging.ERROR,
        "kernel_websocket_connection_class": "napwidgets.widgets.page_line.PageLine",
    },
    "VoilaConfiguration": {
        "template": TEMPLATE,
        "strip_sources": True,
        "show_tracebacks": False,
        "file_allowlist": ["public/.*"],
        "file_denylist": [r".*\.(ipynb|py|db|json|toml)"],
        "allow_template_override": "NO",
        "allow_theme_override": "NO",
        "extension_allowlist": list(SCRIPTS),
        "preheat_kernel": False,
        # A page speaks the language that its browser prefers from its first word on.
        "http_header_envs": ["Accept-Language"],
        "multi_kernel_manager_class": "napwidgets.widgets.kernels.TableKernels",
    },
    "MappingKernelManager": {"cull_idle_timeout": 600, "cull_interval": 60, "cull_connected": False},
    "ZMQChannelsWebsocketConnection": {"iopub_data_rate_limit": 1e9, "iopub_msg_rate_limit": 1e5},
}


def voila_settings(port: int) -> Config:
    """Voila's settings for a port."""
    return Config(SETTINGS | {"Voila": SETTINGS["Voila"] | {"port": port, "port_retries": 0}})


def prepare_environment() -> None:
    """Let Voila find our template, and its kernels this package, also from a checkout that is not
    installed.
    """
    root = Path(__file__).parent.parent.parent
    share = root / "share" / "jupyter"
    if share.is_dir():
        _prepend("JUPYTER_PATH", str(share))
    if (root / "pyproject.toml").is_file():
        _prepend("PYTHONPATH", str(root))


def _prepend(name: str, value: str) -> None:
    old = os.environ.get(name, "")
    if value not in old.split(os.pathsep):
        os.environ[name] = f"{value}{os.pathsep}{old}" if old else value


def serve(
    scenario: str | None = None, port: int | None = None, open_browser: bool = True, page: str = ""
) -> None:
    """Serve the lobby until Ctrl-C; ``scenario`` is chosen in it, or another ``page`` of the server is opened. Raises
    `CantServe` or `ScenarioError` with a sentence.
    """
    if scenario is not None:
        from napwidgets.scenarios import info

        scenario = info(scenario).id
    prepare_environment()
    port = free_port(port)
    notebook = str(notebooks() / "lobby.ipynb")
    try:
        site = import_module("napwidgets.widgets.site")
    except ImportError as missing:
        raise CantServe("Voila is not installed; `pip install voila` adds it.") from missing
    query = f"?{urlencode({'scenario': scenario})}" if scenario else ""
    url = f"http://127.0.0.1:{port}/{page}{query}"
    what = "Your page" if page else "The lobby"
    print(f"{what} is at {url} (Ctrl-C ends it).", file=sys.stderr, flush=True)
    if open_browser:
        threading.Thread(target=_open_when_up, args=(port, url), daemon=True).start()
    site.launch(notebook, voila_settings(port))


def _open_when_up(port: int, url: str) -> None:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    webbrowser.open(url)
