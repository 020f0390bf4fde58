"""K.8. Napoleon versus Lloyd's of London: the rate (`lloyds`), what it compels (`obligations`), raids (`raiding`)."""
