// The panels of a table share one module: that which brings the style sheet lends it to the others (sheet.js).
const lent = () => new Promise((done) => { const look = () => (window.nwSheet ? done(window.nwSheet) : setTimeout(look, 10)); look(); });
export default { initialize: async (p) => (await lent()).initialize(p), render: async (p) => (await lent()).render(p) };
