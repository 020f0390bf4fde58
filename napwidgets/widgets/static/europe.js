// The map of Europe: what the maps of smaller lands do otherwise, and the last part of its module.

class EuropeCampaign extends Campaign {
  get closeness() { return [-2, -0.75]; }
  crowd(piles) {
    // The middle of those who can act: they are anywhere.
    const able = this.actors();
    return able.length ? [[0, 1].map((i) => able.reduce((n, at) => n + at[i], 0) / able.length)] : piles;
  }
}

export default { initialize, render: view(EuropeCampaign) };
