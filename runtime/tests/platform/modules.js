const outcome = async (specifier, options) => {
  try {
    return (await import(specifier, options)).default;
  } catch (error) {
    return `${error.name}: ${error.message}`.replace(location.origin, "");
  }
};
const json = { with: { type: "json" } };

check("JSON modules say what they are", [{ x: 1 }, 1, "TypeError: Failed to fetch dynamically imported module: /a.json", "TypeError: Failed to fetch dynamically imported module: /nojson.js"], async () => [
  await outcome("./a.json", json),
  await outcome("./json.js"),
  await outcome("./a.json"),
  await outcome("./nojson.js"),
]);
check("the same module is the same object, and not that of another type", [true, true], async () => [
  (await import("./a.json", json)).default === (await import("./a.json", json)).default,
  (await import("./a.json", { with: { type: "text" } })).default.includes("{"),
]);
check("CSS modules are constructed style sheets", ["CSSStyleSheet", 2, "rgb(1, 2, 3)", true], async () => {
  const sheet = await outcome("./s.css", { with: { type: "css" } });
  document.adoptedStyleSheets = [sheet];
  const { color } = getComputedStyle(document.body);
  document.adoptedStyleSheets = [];
  return [sheet.constructor.name, sheet.cssRules.length, color, sheet === await outcome("./s.css", { with: { type: "css" } })];
});
check("what cannot be imported says why", [
  "TypeError: Failed to fetch dynamically imported module: /s.css",
  "TypeError: Failed to fetch dynamically imported module: /w.js",
  "TypeError: Failed to fetch dynamically imported module: /nowhere.js",
  "TypeError: Failed to resolve module specifier 'bare'",
  'TypeError: "javascript" is not a valid module type.',
  'TypeError: Invalid attribute key "kind".',
  "SyntaxError: Expected property name or '}' in JSON at position 1 (line 1 column 2)",
  "TypeError: The second argument to import() must be an object",
], async () => [
  await outcome("./s.css", json),
  await outcome("./w.js", json),
  await outcome("./nowhere.js"),
  await outcome("bare"),
  await outcome("./w.js", { with: { type: "javascript" } }),
  await outcome("./a.json", { with: { kind: "json" } }),
  await outcome("data:application/json,{bad", json),
  await outcome("./a.json", 1),
]);
