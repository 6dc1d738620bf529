// The names a page finds: of the global object, of each interface (members of its prototype, and those of the interface object with a
// dot in front), and of each namespace. A list of lines, "owner: name name …". An expression, so that both a browser and we can be asked.
(() => {
  const own = object => Reflect.ownKeys(object).map(key => typeof key === 'symbol' ? `[${key.description}]` : key)
    .filter(key => !/^\d+$|^__|^\[(?!Symbol\.)/.test(key));
  const lines = [];
  const line = (owner, names) => lines.push(`${owner}: ${[...new Set(names)].sort().join(' ')}`);
  const owned = own(globalThis).filter(key => !key.startsWith('['));
  line('globalThis', owned);
  for (const name of owned.sort()) {
    let value;
    try { value = Object.getOwnPropertyDescriptor(globalThis, name)?.value; } catch { continue; }
    if (typeof value === 'function' && value.prototype && /^[A-Z]/.test(name) && (value.name === name || !(value.name in globalThis))) {
      const constants = new Set(own(value.prototype));
      line(name, [...constants, ...own(value).filter(key => !['length', 'name', 'prototype'].includes(key) && !constants.has(key))
        .map(key => `.${key}`)]);
    } else if (value && typeof value === 'object' && Object.prototype.toString.call(value) === `[object ${name}]`) {
      line(name, own(value));
      if (name === 'Intl' || name === 'WebAssembly' || name === 'Temporal') {
        for (const inner of own(value)) {
          const part = value[inner];
          if (typeof part === 'function' && part.prototype && /^[A-Z]/.test(inner)) line(`${name}.${inner}`, own(part.prototype));
        }
      }
    }
  }
  return lines.join('\n');
})()
