"""``python -m napwidgets.site FOLDER`` builds the site."""

from __future__ import annotations

import sys
from pathlib import Path

from napwidgets.kernel.rulings import NapwidgetsError
from napwidgets.site.build import build


def main() -> None:
    """Build the site into the folder named, ``build/site`` if none is."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/site")
    try:
        size = build(folder)
    except NapwidgetsError as error:
        raise SystemExit(str(error)) from None
    print(f"The site stands in {folder}: {size / 1e6:.1f} MB compressed. Try it: python -m http.server -d {folder}")


if __name__ == "__main__":
    main()
