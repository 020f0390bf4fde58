"""Make ``scenarios/catalogue.json`` anew, after a change of the shipped scenarios or of what a list says of them."""

from __future__ import annotations

import msgspec

from napwidgets import catalogue, scenarios


def main() -> None:
    """Find out what there is to say of every shipped scenario, and keep it."""
    folder = scenarios.shipped()[0]
    told = {id: scenarios.info(id) for id, path in scenarios.scenario_files().items() if path.parent.parent == folder}
    catalogue.write(folder, {id: msgspec.to_builtins(info) for id, info in told.items()})


if __name__ == "__main__":
    main()
