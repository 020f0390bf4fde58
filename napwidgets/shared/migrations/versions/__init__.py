"""One module a step; a step once published never changes."""
