'use strict';
// The whole report can be read without this; it adds the choice of scheme, the filter, large pictures and keys.
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const scheme = byId('scheme');
const SCHEMES = ['auto', 'light', 'dark'];
scheme.addEventListener('click', () => {
  const next = SCHEMES[(SCHEMES.indexOf(root.dataset.scheme || 'auto') + 1) % SCHEMES.length];
  if (next === 'auto') delete root.dataset.scheme; else root.dataset.scheme = next;
  scheme.textContent = `Scheme: ${next}`;
});
const failing = byId('failing');
if (failing) failing.addEventListener('change', () => document.body.classList.toggle('failing', failing.checked));
for (const film of document.querySelectorAll('.film')) film.addEventListener('dblclick', () => film.classList.toggle('large'));

// What an address names is opened, with everything around it.
function open(target) {
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  target.scrollIntoView();
}
function follow() {
  const target = location.hash.length > 1 ? byId(decodeURIComponent(location.hash.slice(1))) : null;
  if (target) open(target);
}
addEventListener('hashchange', follow);
follow();

const shown = () => [...document.querySelectorAll('details.finding')].filter((it) => it.getClientRects().length);
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  if (event.key === 't') scheme.click();
  else if (event.key === 'f' && failing) failing.click();
  else if (event.key === 'l') document.querySelectorAll('.film').forEach((film) => film.classList.toggle('large'));
  else if (event.key === 'j' || event.key === 'k') {
    const all = shown();
    const at = all.findIndex((it) => it.contains(document.activeElement));
    const next = all[event.key === 'j' ? at + 1 : (at < 0 ? all.length : at) - 1];
    if (next) { next.querySelector('summary').focus(); next.scrollIntoView({ block: 'nearest' }); }
  }
});
