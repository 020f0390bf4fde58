"""`TableKernels`: the kernels behind the pages of a server; as many as it can bear, and none without a page."""

from __future__ import annotations

import asyncio
import os
import time
from importlib.metadata import EntryPoint
from typing import Any, Final

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError
from traitlets import Bool, Float, Int

from napwidgets.widgets.nursery import Nursery

#: How often kernels without a page are looked for, in seconds.
ROUND: Final = 5.0
#: Under which name kernels are started by dividing.
WARM: Final = "napwidgets-warm"


class WarmProvisioner(LocalProvisioner):
    """Starts a kernel by dividing a process that has everything imported; where that can't be, as everybody does."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Start a kernel; returns how it is reached."""
        nursery: Nursery | None = getattr(self.parent.parent if self.parent else None, "nursery", None)
        if nursery is None or not nursery.knows(cmd):
            return await super().launch_kernel(cmd, **kwargs)
        try:
            forked = await asyncio.to_thread(nursery.fork, cmd, kwargs["env"], kwargs.get("cwd"))
        except (OSError, ValueError) as trouble:
            self.log.warning("A kernel starts cold: %s", trouble)
            return await super().launch_kernel(cmd, **kwargs)
        self.process: Any = forked
        self.pid = self.pgid = forked.pid
        return self.connection_info


class TableKernels(AsyncMappingKernelManager):
    """Starts a kernel for a page, unless too many run already; ends one to which no page ever came.

    What a page that left does not end itself, the culling of idle kernels ends (``voila.json``).
    """

    most = Int(40, config=True, help="So many kernels at once; a page more is told to wait. One takes about 75 MB.")
    warm = Bool(hasattr(os, "fork"), config=True, help="Kernels divide from a process that has everything imported.")
    patience = Float(45.0, config=True, help="A kernel is ended when no page has come to it for so many seconds.")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.nursery = Nursery() if self.warm else None
        if self.nursery is not None:
            factory = KernelProvisionerFactory.instance()
            factory.provisioners[WARM] = EntryPoint(WARM, f"{__name__}:{WarmProvisioner.__name__}", factory.GROUP_NAME)
            factory.default_provisioner_name = WARM
        self._waiting: dict[str, float] = {}
        self._starting = 0
        self._round: asyncio.Task[None] | None = None

    async def start_kernel(self, **kwargs: Any) -> str:
        """Start a kernel; raises `HTTPError` 503 when there are too many."""
        if self._round is None:
            self._round = asyncio.get_running_loop().create_task(self._rounds())
        if len(self._kernels) + self._starting >= self.most:
            raise HTTPError(503, f"{self.most} kernels run")
        self._starting += 1
        try:
            id: str = await super().start_kernel(**kwargs)
        finally:
            self._starting -= 1
        self._waiting[id] = time.monotonic()
        return id

    def notify_connect(self, kernel_id: str) -> None:
        """A page has come to a kernel."""
        self._waiting.pop(kernel_id, None)
        super().notify_connect(kernel_id)

    async def _rounds(self) -> None:
        while True:
            await asyncio.sleep(min(ROUND, self.patience / 2))
            for id, since in tuple(self._waiting.items()):
                if id not in self._kernels:
                    del self._waiting[id]
                elif time.monotonic() - since > self.patience:
                    del self._waiting[id]
                    self.log.info("No page has come to kernel %s; it is ended.", id)
                    await self._end(id)

    async def _end(self, id: str) -> None:
        try:
            await self.shutdown_kernel(id, now=True)
        except Exception as trouble:
            self.log.warning("Kernel %s did not end: %s", id, trouble)
