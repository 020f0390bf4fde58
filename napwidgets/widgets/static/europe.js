// The module of the map of Europe: its last part.

export default { initialize, render: view(Campaign) };
