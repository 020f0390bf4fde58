"""The site without a server: a folder for any static host, in which the engine and whole tables run in the browser.

`build` makes the folder, `worker` is what runs in the page's worker. See ``docs/site.md``.
"""
