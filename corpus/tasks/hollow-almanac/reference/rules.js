'use strict';
// The Hollow Almanac: state and rules. Nothing here knows the page; view.js shows the state, contract.js publishes it.

// ---- balance (DBT tables of the design document) -----------------------------------------------
const NIGHTS = 12, SEASON_REST = 2, FIRST_COINS = 10, FIRST_REPUTATION = 40, CROWN = 60, REPUTATION_MOST = 100;
const DECK_LIMIT = 30, DECK_LEAST = 7;
const STRIKE_PRICE = 2, REROLL_PRICE = 1;
const LAMP_PRICE = 6, LAMP_STEP = 4, DESK_PRICE = 8, DESK_STEP = 5, PRESS_PRICE = 7, PRESS_STEP = 3;
const LAMP_MOST = 3, DESK_MOST = 2, PRESS_MOST = 3;
const OIL_BASE = 3, GATHER_OIL = 1, REDRAW_OIL = 1, LIGHTHOUSE_OIL = 2, DROUGHT = 1, LIGHTHOUSE_WORTH = 5;
const HAND_BASE = 5, PAGE_MOST = 4, CANDLE_MS = 60000, CANDLE_LOW = 1000, PAIR_BONUS = 3, PRESS_BONUS = 2, THEME_TIMES = 2;
const PAY = 6, SURPLUS_SHARE = 2, PRAISE = 5, BLAME = 12, PATRON_AFTER = 2, TARGET_BASE = 9;
const HEAT = 4, COLD = 6;
const POINTS_REPUTATION = 2, POINTS_ACCEPTED = 10, POINTS_LETTER = 15;

const SUITS = ['tide', 'wind', 'bird', 'star'];
const SEASONS = ['spring', 'summer', 'autumn', 'winter'];
const FIRST_DECK = [['tide', 1], ['tide', 2], ['wind', 1], ['wind', 3], ['bird', 2], ['bird', 2], ['star', 1], ['star', 3]];

// ---- storage -----------------------------------------------------------------------------------
const BEST_KEY = 'hollow-almanac.best', SAVE_KEY = 'hollow-almanac.save', MUTE_KEY = 'hollow-almanac.muted';
function stored(key, fallback) {
  try { const v = localStorage.getItem(key); return v === null ? fallback : JSON.parse(v); } catch (e) { return fallback; }
}
function store(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch (e) { /* no storage: play on without */ }
}

let best = Number(stored(BEST_KEY, 0)) || 0;
let muted = stored(MUTE_KEY, false) === true;
let saved = stored(SAVE_KEY, null);
let seed = (Math.random() * 0x7fffffff) | 0;
let S = blank('title');

function rnd() { seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff; return seed / 0x80000000; }
function pick(list) { return list[Math.floor(rnd() * list.length)]; }
function card(suit, worth) { return { suit, worth }; }

function blank(screen) {
  return { screen, resumeTo: 'dusk', night: 1, season: 'spring', seasonLeft: SEASON_REST, coins: FIRST_COINS,
    reputation: FIRST_REPUTATION, oil: OIL_BASE, deck: FIRST_DECK.map(c => card(c[0], c[1])), chosen: 0, pile: [], hand: [], page: [],
    theme: 'tide', target: TARGET_BASE + 1, streak: 0, accepted: 0, letters: 0, patron: false, visited: false, offers: [],
    lampLevel: 0, deskLevel: 0, pressLevel: 0, candleMs: CANDLE_MS, redrawn: false, outcome: 'none', reason: '', total: 0, newBest: false };
}

// Every command ends in one of these two: done, or refused for a reason that the page shows.
function done() { S.reason = ''; return true; }
function refuse(reason) { S.reason = reason; return false; }

// ---- the year ----------------------------------------------------------------------------------
function begin() {
  if (S.screen !== 'title') return refuse('not_now');
  S = blank('dusk');
  freshOffers();
  commission();
  return done();
}

function freshOffers() {
  const reach = Math.min(5, 2 + Math.ceil(S.night / 3));
  S.offers = [0, 1, 2].map(() => {
    const worth = Math.max(1, reach - Math.floor(rnd() * 3));
    return { suit: pick(SUITS), worth, price: worth * 2, sold: false };
  });
}

function commission() {
  S.theme = pick(SUITS);
  S.target = TARGET_BASE + S.night;
}

function next() {
  if (S.screen !== 'dawn') return refuse('not_now');
  if (S.night >= NIGHTS) return endYear();
  const coming = nextSeason();
  S.night += 1;
  S.outcome = 'none';
  S.oil = coming === 'summer' ? OIL_BASE + S.lampLevel - DROUGHT : OIL_BASE + S.lampLevel;
  if (S.seasonLeft <= 0) turnSeason(coming);
  else S.seasonLeft -= 1;
  freshOffers();
  commission();
  S.screen = 'dusk';
  return done();
}

// The season of the night after this one.
const nextSeason = () => S.seasonLeft > 0 ? S.season : SEASONS[(SEASONS.indexOf(S.season) + 1) % SEASONS.length];

function turnSeason(coming) {
  S.season = coming;
  S.seasonLeft = SEASON_REST;
  S.visited = false;
  if (coming === 'autumn' && S.deck.length < DECK_LIMIT) S.deck.push(card('bird', 3));
  if (coming === 'winter') {
    if (S.coins >= HEAT) S.coins -= HEAT;
    else S.reputation = Math.max(1, S.reputation - COLD);
  }
}

function endYear() {
  S.screen = S.reputation >= CROWN ? 'crowned' : 'over';
  reckon();
  return done();
}

function reckon() {
  const worth = S.coins + POINTS_REPUTATION * S.reputation + POINTS_ACCEPTED * S.accepted + POINTS_LETTER * S.letters;
  S.total = worth;
  if (worth > best) {
    best = worth;
    S.newBest = true;
    store(BEST_KEY, best);
  }
}

function again() {
  if (S.screen !== 'crowned' && S.screen !== 'over' && S.screen !== 'closed') return refuse('not_now');
  S.screen = 'title';
  return done();
}

// ---- dusk: the deck is made ----------------------------------------------------------------------
function gather() {
  if (S.screen !== 'dusk') return refuse('not_now');
  if (S.deck.length >= DECK_LIMIT) return refuse('deck_full');
  if (S.oil < GATHER_OIL) return refuse('no_oil');
  S.deck.push(card(pick(SUITS), 1 + Math.floor(rnd() * 3)));
  S.oil -= GATHER_OIL;
  return done();
}

function buy(index) {
  const offer = S.offers[index];
  if (S.screen !== 'dusk' || !offer) return refuse('not_now');
  if (offer.sold) return refuse('sold');
  if (S.deck.length >= DECK_LIMIT) return refuse('deck_full');
  if (S.coins < offer.price) return refuse('no_coins');
  S.coins -= offer.price;
  offer.sold = true;
  S.deck.push(card(offer.suit, offer.worth));
  return done();
}

function strike() {
  if (S.screen !== 'dusk') return refuse('not_now');
  if (S.deck.length <= DECK_LEAST) return refuse('deck_small');
  if (S.coins < STRIKE_PRICE) return refuse('no_coins');
  S.coins -= STRIKE_PRICE;
  S.deck.splice(S.chosen, 1);
  S.chosen = Math.min(S.chosen, S.deck.length - 1);
  return done();
}

function choose(step) {
  if (S.screen !== 'dusk') return refuse('not_now');
  if (step > 0 && S.chosen < S.deck.length - 1) S.chosen += 1;
  if (step < 0 && S.chosen > 0) S.chosen -= 1;
  return done();
}
function mark(index) {
  if (S.screen !== 'dusk' || !S.deck[index]) return refuse('not_now');
  S.chosen = index;
  return done();
}

function reroll() {
  if (S.screen !== 'dusk') return refuse('not_now');
  if (S.coins < REROLL_PRICE) return refuse('no_coins');
  S.coins -= REROLL_PRICE;
  freshOffers();
  return done();
}

function lighthouse() {
  if (S.screen !== 'dusk') return refuse('not_now');
  if (S.visited) return refuse('been_there');
  if (S.deck.length >= DECK_LIMIT) return refuse('deck_full');
  if (S.oil < LIGHTHOUSE_OIL) return refuse('no_oil');
  S.oil -= LIGHTHOUSE_OIL;
  S.visited = true;
  S.deck.push(card('star', LIGHTHOUSE_WORTH));
  return done();
}

// ---- upgrades --------------------------------------------------------------------------------------
const lampPrice = () => LAMP_PRICE + LAMP_STEP * S.lampLevel;
const deskPrice = () => DESK_PRICE + DESK_STEP * S.deskLevel;
const pressPrice = () => PRESS_PRICE + PRESS_STEP * S.pressLevel;

function improveLamp() {
  if (S.screen !== 'dusk') return refuse('not_now');
  if (S.lampLevel >= LAMP_MOST) return refuse('at_most');
  if (S.coins < lampPrice()) return refuse('no_coins');
  S.coins -= lampPrice();
  S.lampLevel += 1;
  return done();
}

function improveDesk() {
  if (S.screen !== 'dusk') return refuse('not_now');
  if (S.deskLevel >= DESK_MOST) return refuse('at_most');
  if (S.coins < deskPrice()) return refuse('no_coins');
  S.coins -= deskPrice();
  S.deskLevel += 1;
  return done();
}

function improvePress() {
  if (S.screen !== 'dusk') return refuse('not_now');
  if (S.pressLevel >= PRESS_MOST) return refuse('at_most');
  if (S.coins < pressPrice()) return refuse('no_coins');
  S.coins -= pressPrice();
  S.pressLevel += 1;
  return done();
}

// ---- the desk: a page is made ------------------------------------------------------------------------
function shuffled(list) {
  const out = list.slice();
  for (let i = out.length - 1; i > 0; i--) { const j = Math.floor(rnd() * (i + 1)); [out[i], out[j]] = [out[j], out[i]]; }
  return out;
}

function deal() {
  const size = HAND_BASE + S.deskLevel;
  S.hand = S.pile.splice(0, size);
}

function sit() {
  if (S.screen !== 'dusk') return refuse('not_now');
  S.pile = shuffled(S.deck);
  S.page = [];
  S.redrawn = false;
  S.candleMs = CANDLE_MS;
  deal();
  S.screen = 'desk';
  return done();
}

function play(index) {
  if (S.screen !== 'desk') return refuse('not_now');
  if (!S.hand[index]) return refuse('no_card');
  if (S.page.length >= PAGE_MOST) return refuse('page_full');
  S.page.push(S.hand[index]);
  S.hand.splice(index, 1);
  return done();
}

function takeBack() {
  if (S.screen !== 'desk') return refuse('not_now');
  if (S.page.length === 0) return refuse('empty_page');
  S.hand.push(S.page.pop());
  return done();
}

function redraw() {
  if (S.screen !== 'desk') return refuse('not_now');
  if (S.redrawn) return refuse('once_a_night');
  if (S.oil < REDRAW_OIL) return refuse('no_oil');
  S.oil -= REDRAW_OIL;
  S.redrawn = true;
  S.pile = shuffled(S.deck);
  S.page = [];
  deal();
  return done();
}

const worthOf = c => c.worth * (c.suit === S.theme ? THEME_TIMES : 1);
const pageBase = () => S.page.reduce((sum, c) => sum + worthOf(c), 0);
const pagePairs = () => SUITS.reduce((sum, suit) => sum + Math.floor(S.page.filter(c => c.suit === suit).length / 2), 0);
const pageValue = () => pageBase() + PAIR_BONUS * pagePairs() + PRESS_BONUS * S.pressLevel;

function submit() {
  if (S.screen !== 'desk') return refuse('not_now');
  if (S.page.length === 0) return refuse('empty_page');
  judgePage();
  return done();
}

function judgePage() {
  if (pageValue() >= S.target) acceptPage();
  else failPage();
}

function acceptPage() {
  S.screen = 'dawn';
  S.outcome = 'accepted';
  S.accepted += 1;
  S.coins += PAY + Math.floor((pageValue() - S.target) / SURPLUS_SHARE);
  S.reputation = Math.min(REPUTATION_MOST, S.reputation + PRAISE);
  if (S.streak >= PATRON_AFTER && !S.patron) {
    S.patron = true;
    S.letters += 1;
  }
  S.streak += 1;
}

function failPage() {
  S.outcome = 'failed';
  S.streak = 0;
  if (S.deck.length < DECK_LIMIT) S.deck.push(card('blot', 0));
  if (S.reputation <= BLAME) S.screen = 'closed';
  else S.screen = 'dawn';
  S.reputation = Math.max(0, S.reputation - BLAME);
  if (S.screen === 'closed') reckon();
}

// The candle burns while one sits at the desk; when it is out the page is submitted as it is.
function tick(ms) {
  if (S.screen !== 'desk') return;
  S.candleMs = Math.max(0, S.candleMs - ms);
  if (S.candleMs <= 0) judgePage();
}
const candleLow = () => S.candleMs <= CANDLE_LOW;

// ---- pause, save, sound ----------------------------------------------------------------------------------
function pause() {
  if (S.screen !== 'dusk' && S.screen !== 'desk') return refuse('not_now');
  S.resumeTo = S.screen;
  S.screen = 'paused';
  return done();
}
function resume() {
  if (S.screen !== 'paused') return refuse('not_now');
  S.screen = S.resumeTo;
  return done();
}
function leave() {
  if (S.screen !== 'paused') return refuse('not_now');
  S.screen = 'title';
  return done();
}

function saveYear() {
  if (S.screen !== 'dusk') return refuse('not_now');
  saved = JSON.parse(JSON.stringify(S));
  store(SAVE_KEY, saved);
  return done();
}
function loadYear() {
  if (S.screen !== 'title') return refuse('not_now');
  if (!saved) return refuse('no_save');
  S = Object.assign(blank('dusk'), JSON.parse(JSON.stringify(saved)));
  return done();
}

function toggleSound() { muted = !muted; store(MUTE_KEY, muted); return true; }
