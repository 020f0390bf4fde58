// The map of Europe: what the maps of smaller lands do otherwise, and the last part of its module.

class EuropeCampaign extends Campaign {
  get closeness() { return [-2, -0.75]; }
  get overs() {
    return { supply: ["Supply", "Hexes in supply for your side (S)"], enemy: ["Enemy supply", "Hexes in supply for the enemy (E)"], reach: ["Reach", "How far the troops in the chosen hex come (R)"] };
  }
  get how() {
    return "Map of Europe. Arrow keys move the cursor; C goes to the next city; N goes to the next force that can act; "
      + "T goes to the next lit place; Enter picks; Escape lets go; S shows supply; E shows the enemy's supply; R shows reach; plus, minus and 0 zoom.";
  }
  crowd(piles) {
    // The middle of those who can act: they are anywhere.
    const able = this.actors();
    return able.length ? [[0, 1].map((i) => able.reduce((n, at) => n + at[i], 0) / able.length)] : piles;
  }
}

export default { initialize, render: view(EuropeCampaign) };
