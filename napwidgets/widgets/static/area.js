// Hexes as one wash, and the line around it: hundreds of outlined hexes would hide the map.
HexPlane.prototype.area = function (hexes) {
  const inside = new Set(hexes), rows = this.board.rows, at = (x, y) => `${x.toFixed(0)} ${y.toFixed(0)}`;
  let wash = "", edge = "";
  for (const h of inside) {
    const [x, y] = this.hexCentre(h), c = Math.floor(h / rows), r = h % rows, low = c & 1;
    wash += `M${CORNERS.map(([a, b]) => at(x + a, y + b)).join("L")}z`;
    [[0, -1], [1, low - 1], [1, low], [0, 1], [-1, low], [-1, low - 1]].forEach(([dc, dr], d) => {
      if (inside.has(this.number(c + dc, r + dr))) return;
      const [a, b] = [CORNERS[d], CORNERS[(d + 1) % 6]];
      edge += `M${at(x + a[0], y + a[1])}L${at(x + b[0], y + b[1])}`;
    });
  }
  return [wash, edge];
};
