// The map of Europe: what the maps of smaller lands do otherwise, and the last part of its module.

// A force in short: 6 infantry and 1 cavalry is 6I 1C.
const SHORT = { infantry: "I", cavalry: "C", Cossacks: "Co", "Guard infantry": "GI", "Guard cavalry": "GC", landwehr: "L", militia: "M", partisans: "P" };
const kinds = (u) => u.title.split(/, | and /).map((part) => part.replace(/^(\d+) (.*)$/, (_, n, kind) => n + (SHORT[kind] || ` ${kind}`))).join(" ");

class EuropeCampaign extends Campaign {
  // Beside a town.
  get mast() { return [-40, 40]; }
  get closeness() { return [-2, -0.75]; }
  get overs() {
    return { supply: ["Supply", "Hexes in supply for your side (S)"], enemy: ["Enemy supply", "Hexes in supply for the enemy (E)"], reach: ["Reach", "How far the troops in the chosen hex come (R)"] };
  }
  get how() {
    return "Map of Europe. Arrow keys move the cursor; C goes to the next city; N goes to the next force that can act; "
      + "T goes to the next lit place; Enter picks; Escape lets go; S shows supply; E shows the enemy's supply; R shows reach; K explains the signs; P opens the paragraph; plus, minus and 0 zoom.";
  }
  crowd(piles) {
    // The middle of those who can act: they are anywhere.
    const able = this.actors();
    return able.length ? [[0, 1].map((i) => able.reduce((n, at) => n + at[i], 0) / able.length)] : piles;
  }
  caption(u) { return u.symbol === "leader" || u.symbol === "ship" ? u.name : kinds(u); }
  fillKey() {
    const states = this.board.states;
    const row = keyRow(this.key, states);
    row({}, "army: strength points");
    row({ symbol: "cavalry", values: "3" }, "cavalry alone");
    row({ symbol: "leader", values: "[3]" }, "leader: rating");
    row({ symbol: "ship", values: "3", nation: "england", seat: "english" }, "squadrons; 1t: transports");
    row({ marks: [["G", ""]] }, "with the Guard");
    row({ nation: "austria", seat: "english" }, "red foot: English side");
    row({ spent: true }, "lies askew: has moved");
    for (const [name, [plate]] of Object.entries(states)) row({ plate }, name.split("-").map((w) => w[0].toUpperCase() + w.slice(1)).join(" "));
    tag("p", "", this.key, "Ships on the city lie in port, ships before it blockade. Gold outline: can act now. Figures in a hex: movement points; "
      + "per cent: chance to be met on the way. Red dashes: a fight. A flag: the city is in other hands.");
  }
}

export default { initialize, render: view(EuropeCampaign) };
