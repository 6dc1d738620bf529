// Both sides: what the page looks like at a moment, as data. Called with { properties, measure }.
(({ properties, measure }) => {
  const round = value => Math.round(value * 1000) / 1000;
  const place = element => {
    const steps = [];
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      steps.unshift(`${at.localName}[${at.parentElement ? [...at.parentElement.children].indexOf(at) : 0}]`);
    }
    return steps.join('/');
  };
  const SILENT = new Set(['script', 'style', 'template', 'noscript']);
  const stylesOf = element => {
    const style = getComputedStyle(element);
    return Object.fromEntries(properties.map(name => [name, style.getPropertyValue(name)]));
  };
  // Only what differs from the body is kept.
  const base = stylesOf(document.body);
  const elements = [];
  const texts = [];
  for (const element of [document.body, ...document.body.querySelectorAll('*')]) {
    if (SILENT.has(element.localName)) continue;
    const path = place(element);
    const box = element.getBoundingClientRect();
    const style = stylesOf(element);
    for (const name of properties) if (style[name] === base[name]) delete style[name];
    elements.push({ path, id: element.id || undefined, box: [box.x, box.y, box.width, box.height].map(round), style });
    if (element.closest('svg')) continue;
    [...element.childNodes].forEach((node, index) => {
      if (node.nodeType !== 3 || !node.data.trim()) return;
      const range = document.createRange();
      range.selectNodeContents(node);
      const all = range.getBoundingClientRect();
      const lines = new Set([...range.getClientRects()].map(rect => round(rect.y))).size;
      texts.push({ path: `${path}#${index}`, text: node.data.trim().slice(0, 24), box: [all.x, all.y, all.width, all.height].map(round), lines });
    });
  }
  const metrics = [];
  const context = measure?.length ? document.createElement('canvas').getContext('2d') : undefined;
  for (const { font, texts: all, ...settings } of measure ?? []) {
    for (const text of all) {
      Object.assign(context, { font, ...settings });
      const measured = context.measureText(text);
      const fields = {};
      for (const name of ['width', 'actualBoundingBoxLeft', 'actualBoundingBoxRight', 'actualBoundingBoxAscent', 'actualBoundingBoxDescent',
        'fontBoundingBoxAscent', 'fontBoundingBoxDescent', 'hangingBaseline', 'alphabeticBaseline', 'ideographicBaseline']) {
        fields[name] = round(measured[name]);
      }
      metrics.push({ font, text, ...settings, fields });
    }
  }
  return { base, elements, texts, metrics };
})
