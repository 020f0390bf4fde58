"""The kernels behind pages: what a page leaves behind it that goes while its kernel ends."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from napwidgets.widgets.kernels import TableKernels
from tests.apart import run_loop


@pytest.mark.parametrize("ends", [True, False])
def test_who_leaves_while_his_kernel_ends_leaves_no_line_open(monkeypatch: pytest.MonkeyPatch, ends: bool) -> None:
    kernels = TableKernels(warm=False)
    kernels._kernels["one"] = Mock()
    line = Mock(closed=Mock(return_value=False))

    async def shutdown(self: TableKernels, kernel_id: str, **_: Any) -> None:
        self.stop_buffering(kernel_id)
        # The page is gone now, and its last words are kept for when it comes back.
        self.start_buffering(kernel_id, "its page", {"shell": line})
        if ends:
            del self._kernels[kernel_id]

    monkeypatch.setattr(AsyncMappingKernelManager, "shutdown_kernel", shutdown)
    run_loop(kernels.shutdown_kernel("one", now=True))
    assert line.close.called is ends
    assert ("one" in kernels._kernel_buffers) is not ends


def test_a_kernel_without_a_page_just_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels, ended = TableKernels(warm=False), []

    async def shutdown(self: TableKernels, kernel_id: str, **how: Any) -> None:
        ended.append((kernel_id, how))

    monkeypatch.setattr(AsyncMappingKernelManager, "shutdown_kernel", shutdown)
    run_loop(kernels.shutdown_kernel("one", now=True))
    assert ended == [("one", {"now": True})]
