'use strict';
// The page: shows the state of rules.js, and turns keys and clicks into its commands.

const house = document.getElementById('house');
const SIGNS = { tide: '\u2248', wind: '\u00bb', bird: 'v', star: '\u2605', blot: '\u25cf' };
const REASONS = {
  not_now: 'Not now.', deck_full: 'The deck holds 30 cards. Strike one first.', no_oil: 'The lamp has not oil enough.', no_coins: 'Not coins enough.',
  sold: 'That one is sold.', deck_small: 'A deck keeps at least five cards.', been_there: 'The lighthouse takes one visit a season.', at_most: 'It cannot be improved further.',
  page_full: 'Four cards fill a page.', empty_page: 'The page is empty.', once_a_night: 'The hand can be changed once a night.', no_card: 'There is no such card.', no_save: 'No year is put by.',
};

// ---- commands of buttons and keys ----------------------------------------------------------------
const COMMANDS = {
  begin, load: loadYear, sound: toggleSound, gather, strike, left: () => choose(-1), right: () => choose(1), reroll, lighthouse, lamp: improveLamp,
  desk: improveDesk, press: improvePress, sit, save: saveYear, pause, resume, leave, 'take-back': takeBack, redraw, submit, next, again,
};
function command(name) {
  const numbered = /^(buy|play|card)-(\d+)$/.exec(name);
  if (numbered && numbered[1] === 'buy') buy(Number(numbered[2]) - 1);
  else if (numbered && numbered[1] === 'card') mark(Number(numbered[2]) - 1);
  else if (numbered) play(Number(numbered[2]) - 1);
  else if (COMMANDS[name]) COMMANDS[name]();
  render();
}

const KEYS = {
  title: { Enter: 'begin', KeyK: 'load', KeyM: 'sound' },
  dusk: { Enter: 'sit', KeyG: 'gather', KeyX: 'strike', ArrowLeft: 'left', ArrowRight: 'right', KeyR: 'reroll', KeyL: 'lighthouse', KeyU: 'lamp',
    KeyI: 'desk', KeyO: 'press', KeyS: 'save', KeyP: 'pause', Escape: 'pause', KeyM: 'sound' },
  desk: { Enter: 'submit', Backspace: 'take-back', KeyR: 'redraw', KeyP: 'pause', Escape: 'pause', KeyM: 'sound' },
  dawn: { Enter: 'next', KeyM: 'sound' },
  paused: { KeyP: 'resume', Escape: 'resume', Enter: 'resume', KeyQ: 'leave', KeyM: 'sound' },
  crowned: { Enter: 'again', KeyM: 'sound' }, over: { Enter: 'again', KeyM: 'sound' }, closed: { Enter: 'again', KeyM: 'sound' },
};
window.addEventListener('keydown', event => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  let name = KEYS[S.screen][event.code];
  const digit = /^Digit([1-7])$/.exec(event.code);
  if (digit && S.screen === 'dusk' && digit[1] <= 3) name = 'buy-' + digit[1];
  if (digit && S.screen === 'desk') name = 'play-' + digit[1];
  if (!name) return;
  event.preventDefault();
  command(name);
});
house.addEventListener('click', event => {
  const button = event.target.closest('[data-act]');
  if (button) command(button.dataset.act);
  if (document.activeElement && document.activeElement !== document.body) document.activeElement.blur();
});
document.addEventListener('visibilitychange', () => { if (document.hidden) { pause(); render(); } });

// ---- parts of the page -----------------------------------------------------------------------------
function act(name, label, key, extra) {
  return `<button type="button" class="act ${extra || ''}" data-act="${name}">${label}${key ? ` <i>${key}</i>` : ''}</button>`;
}
function face(c, kind, attributes) {
  const tag = attributes ? 'button type="button"' : 'span';
  return `<${tag} class="card ${c.suit} ${kind || ''}" ${attributes || ''}><span class="worth">${c.worth}</span><span class="sign">${SIGNS[c.suit]}</span>` +
    `<span class="name">${c.suit}${c.price ? ' · ' + c.price + ' c' : ''}</span></${attributes ? 'button' : 'span'}>`;
}
function bar() {
  const roman = S.season[0].toUpperCase() + S.season.slice(1);
  return `<header class="bar"><h1>The Hollow Almanac</h1><span class="stat">${roman}, night <b>${S.night}</b> of ${NIGHTS}</span>` +
    `<span class="stat">Coins <b>${S.coins}</b></span><span class="stat">Reputation <b>${S.reputation}</b></span><span class="stat">Oil <b>${S.oil}</b></span>` +
    (S.screen === 'dusk' || S.screen === 'desk' ? '<button type="button" class="small" data-act="pause">Pause</button>' : '') + '</header>';
}
const note = () => `<p class="note" role="status">${REASONS[S.reason] || ''}</p>`;

function dusk() {
  const offers = S.offers.map((o, i) => face(o, o.sold ? 'sold' : '', `data-act="buy-${i + 1}"`)).join('');
  const deck = S.deck.map((c, i) => face(c, 'mini' + (i === S.chosen ? ' chosen' : ''), `data-act="card-${i + 1}" aria-label="${c.suit} ${c.worth}"`)).join('');
  return bar() + `<div class="columns"><section class="panel"><h2>Tonight's page: ${S.theme}, worth ${S.target}</h2>
    <p>Cards of the theme count twice. Two of a kind add ${PAIR_BONUS}.</p><h2>The stall</h2><div class="cards">${offers}</div>
    <div class="acts">${act('reroll', 'Other cards', `R · ${REROLL_PRICE}`)}${act('gather', 'Gather', `G · ${GATHER_OIL} oil`)}${act('lighthouse', 'Lighthouse', `L · ${LIGHTHOUSE_OIL} oil`, S.visited ? 'dim' : '')}</div>
    <div class="acts">${act('lamp', `Lamp ${S.lampLevel}/${LAMP_MOST}`, `U · ${lampPrice()}`)}${act('desk', `Desk ${S.deskLevel}/${DESK_MOST}`, `I · ${deskPrice()}`)}${act('press', `Press ${S.pressLevel}/${PRESS_MOST}`, `O · ${pressPrice()}`)}</div>
    </section><section class="panel"><h2>The deck: ${S.deck.length} of ${DECK_LIMIT}</h2><div class="cards">${deck}</div>
    <div class="acts">${act('left', '\u2190')}${act('right', '\u2192')}${act('strike', 'Strike the marked card', `X · ${STRIKE_PRICE}`)}${act('save', 'Put by', 'S')}</div></section></div>
    ${note()}<div class="acts">${act('sit', 'Sit down at the desk', 'Enter', 'main')}</div>`;
}

function desk() {
  const hand = S.hand.map((c, i) => face(c, '', `data-act="play-${i + 1}"`)).join('');
  const slots = Array.from({ length: PAGE_MOST }, (_, i) => S.page[i] ? face(S.page[i]) : '<span class="slot"></span>').join('');
  return bar() + `<div class="candle"><div id="flame" style="width: 100%"></div></div>
    <section class="panel" style="margin-top: 14px"><h2>The page: ${S.theme}, worth ${S.target} or more</h2><div class="cards">${slots}</div>
    <div class="reckon"><strong>${pageValue()}</strong><span>cards ${pageBase()} + pairs ${PAIR_BONUS * pagePairs()} + press ${PRESS_BONUS * S.pressLevel}</span></div></section>
    <section class="panel" style="margin-top: 14px"><h2>Your hand</h2><div class="cards">${hand}</div></section>${note()}
    <div class="acts">${act('submit', 'Send the page', 'Enter', 'main')}${act('take-back', 'Take back', 'Backspace')}${act('redraw', 'Change the hand', `R · ${REDRAW_OIL} oil`, S.redrawn ? 'dim' : '')}</div>`;
}

const sheet = (title, lines, acts) => `<section class="sheet"><h1>${title}</h1>${lines.map(l => `<p>${l}</p>`).join('')}<div class="acts">${acts}</div></section>`;
const VIEWS = {
  title: () => sheet('The Hollow Almanac', ['A year of pages about tide and wind, bird and star.', 'Make the deck at dusk, the page by candle, and keep the bay\'s good opinion.', `Best year: ${best}`],
    act('begin', 'Begin the year', 'Enter', 'main') + act('load', 'Go on with the year put by', 'K', saved ? '' : 'dim') + act('sound', muted ? 'Sound: off' : 'Sound: on', 'M')) + note(),
  dusk, desk,
  dawn: () => bar() + sheet(S.outcome === 'accepted' ? 'The page is read aloud' : 'The page is sent back',
    [S.outcome === 'accepted' ? `${S.streak} in a row. The bay has ${S.reputation} good words for you.` : `A blot for the deck, and ${BLAME} words less.`, `Coins: ${S.coins}`], act('next', S.night >= NIGHTS ? 'Close the year' : 'The next night', 'Enter', 'main')),
  paused: () => sheet('A pause', ['The candle stands still.'], act('resume', 'Go on', 'P', 'main') + act('leave', 'Leave for the title', 'Q')),
  crowned: () => sheet('Almanac of the bay', [`The year is worth ${S.total}${S.newBest ? ', the best one yet' : ''}.`], act('again', 'To the title', 'Enter', 'main')),
  over: () => sheet('The year is done', [`It is worth ${S.total}. The crown goes to another house.`], act('again', 'To the title', 'Enter', 'main')),
  closed: () => sheet('The house is closed', ['Nobody in the bay reads it any more.', `The year was worth ${S.total}.`], act('again', 'To the title', 'Enter', 'main')),
};

function render() {
  house.innerHTML = VIEWS[S.screen]();
  flame();
}
function flame() {
  const bar = document.getElementById('flame');
  if (!bar) return;
  bar.style.width = (100 * S.candleMs / CANDLE_MS).toFixed(1) + '%';
  bar.classList.toggle('low', candleLow());
}
function controls() {
  const found = {};
  for (const button of house.querySelectorAll('[data-act]')) {
    const r = button.getBoundingClientRect();
    found[button.dataset.act] = { left: r.left, top: r.top, width: r.width, height: r.height };
  }
  return found;
}

// ---- time ------------------------------------------------------------------------------------------------
let last = 0;
function frame(now) {
  const ms = Math.min(100, Math.max(0, now - last)), before = S.screen;
  last = now;
  tick(ms);
  if (S.screen !== before) render();
  else flame();
  requestAnimationFrame(frame);
}
render();
requestAnimationFrame(now => { last = now; frame(now); });
