'use strict';
// The test contract: window.__gameTest, as the task's document describes it.
(() => {
const OPTIONS = ['night', 'season', 'seasonLeft', 'coins', 'reputation', 'oil', 'chosen', 'theme', 'target', 'streak', 'accepted', 'letters',
  'patron', 'visited', 'lampLevel', 'deskLevel', 'pressLevel', 'candleMs', 'redrawn', 'resumeTo'];
const CARDS = ['hand', 'page'];

// Screens as they are before anything is decided; options say what else is so.
const SCENARIOS = {
  title: () => { S = blank('title'); },
  dusk: () => { S = blank('dusk'); S.offers = [['wind', 2], ['star', 3], ['tide', 4]].map(([suit, worth]) => ({ suit, worth, price: worth * 2, sold: false })); },
  desk: () => {
    SCENARIOS.dusk();
    S.screen = 'desk';
    S.pile = S.deck.slice(5);
    S.hand = [['tide', 2], ['tide', 1], ['wind', 3], ['bird', 2], ['star', 1]].map(c => card(c[0], c[1]));
  },
  dawn: () => { SCENARIOS.dusk(); S.screen = 'dawn'; S.outcome = 'accepted'; },
  paused: () => { SCENARIOS.desk(); S.screen = 'paused'; S.resumeTo = 'desk'; },
  over: () => { SCENARIOS.dusk(); S.screen = 'over'; S.night = NIGHTS; },
};

function apply(options) {
  for (const [key, value] of Object.entries(options)) {
    if (OPTIONS.includes(key)) S[key] = value;
    else if (CARDS.includes(key)) {
      S[key] = value.map(c => card(c[0], c[1]));
      if (!options.hand) S.hand = S.hand.slice(0, HAND_BASE - S.page.length);
    }
    else if (key === 'deckCount') while (S.deck.length !== value) { if (S.deck.length < value) S.deck.push(card('tide', 1)); else S.deck.pop(); }
    else if (key === 'sold') S.offers.forEach((offer, i) => { offer.sold = value.includes(i); });
    else if (key === 'saved') { saved = value ? JSON.parse(JSON.stringify(Object.assign({}, S, { screen: 'dusk' }, value))) : null; }
    else return false;
  }
  return true;
}

const index = action => (Number(action.index) || 0) | 0;
const ACTIONS = {
  begin: () => begin(), gather: () => gather(), buy: a => buy(index(a)), strike: () => strike(), choose: a => choose(a.step === -1 ? -1 : 1),
  reroll: () => reroll(), lighthouse: () => lighthouse(), lamp: () => improveLamp(), desk: () => improveDesk(), press: () => improvePress(),
  sit: () => sit(), play: a => play(index(a)), takeBack: () => takeBack(), redraw: () => redraw(), submit: () => submit(), next: () => next(),
  again: () => again(), pause: () => pause(), resume: () => resume(), leave: () => leave(), save: () => saveYear(), load: () => loadYear(),
  sound: () => toggleSound(),
};

window.__gameTest = {
  reset() { seed = 20260417; saved = null; S = blank('title'); render(); return window.__gameTest.getSnapshot(); },
  loadScenario(name, options) {
    const make = SCENARIOS[name];
    if (!make) return { ok: false, reason: 'unknown scenario' };
    window.__gameTest.reset();
    make();
    if (!apply(options || {})) return { ok: false, reason: 'unknown option' };
    render();
    return { ok: true, scenario: name };
  },
  input(action) {
    const type = action && action.type;
    if (type === 'wait') return new Promise(done => setTimeout(() => done({ ok: true }), Math.min(3000, Math.max(0, Number(action.durationMs) || 0))));
    if (!Object.prototype.hasOwnProperty.call(ACTIONS, type)) return { ok: false, reason: 'unknown action' };
    const ok = ACTIONS[type](action);
    render();
    return ok ? { ok } : { ok, reason: S.reason };
  },
  getSnapshot() {
    const copy = c => ({ suit: c.suit, worth: c.worth });
    return {
      schemaVersion: 1, screen: S.screen, resumeTo: S.resumeTo, reason: S.reason, night: S.night, season: S.season, seasonLeft: S.seasonLeft, nextSeason: nextSeason(),
      coins: S.coins, reputation: S.reputation, oil: S.oil, deck: S.deck.map(copy), chosen: S.chosen,
      offers: S.offers.map(o => ({ suit: o.suit, worth: o.worth, price: o.price, sold: o.sold })),
      lampPrice: lampPrice(), deskPrice: deskPrice(), pressPrice: pressPrice(),
      lampLevel: S.lampLevel, deskLevel: S.deskLevel, pressLevel: S.pressLevel, visited: S.visited,
      theme: S.theme, target: S.target, hand: S.hand.map(copy),
      page: S.page.map(copy), pageBase: pageBase(), pagePairs: pagePairs(), pageValue: pageValue(),
      candleMs: S.candleMs, candleLow: candleLow(), redrawn: S.redrawn, outcome: S.outcome, streak: S.streak, accepted: S.accepted, letters: S.letters, patron: S.patron,
      total: S.total, best, muted, saved: { there: !!saved, night: saved ? saved.night : null, coins: saved ? saved.coins : null, visited: saved ? saved.visited : null },
      controls: controls(),
    };
  },
};
})();
