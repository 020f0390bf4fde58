"""``python -m napwidgets.site FOLDER`` builds the site."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.site.build import build


def main() -> None:
    """Build the site into the folder named, ``build/site`` if none is."""
    parser = ArgumentParser("python -m napwidgets.site", description="Build the site that needs no server.")
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path("build/site"), help="where to, build/site if not said"
    )
    folder: Path = parser.parse_args().folder
    try:
        size = build(folder)
    except NapwidgetsError as error:
        raise SystemExit(str(error)) from None
    print(f"The site stands in {folder}: {size / 1e6:.1f} MB compressed. Try it: python -m http.server -d {folder}")


if __name__ == "__main__":
    main()
