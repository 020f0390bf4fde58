// A flag on hexes: counters would hide its cloth, so that over them it looks out at their upper edge.
CampaignView.prototype.plant = function (flag) {
  const h = Number(flag.dataset.flag), [x, y] = this.hexCentre(h), k = this.k, [left, foot] = this.mast;
  const held = [...this.nodes.values()].some(({ pile }) => pile[0].hex === h);
  dress(flag, { transform: held ? `translate(${(x - 33 * k).toFixed(0)} ${(y - 20 * k).toFixed(0)}) scale(${(0.7 * k).toFixed(3)})` : `translate(${x + left} ${y + foot})` });
};
