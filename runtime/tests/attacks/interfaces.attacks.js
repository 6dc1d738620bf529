//# every interface, nothing and null : alive
__hostile([[], [null, null, null, null, null, null], [undefined]]);
//# every interface, numbers that are none : alive
__hostile([[NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN], [Infinity, -Infinity, Infinity, -Infinity, Infinity, -Infinity], [-1, -1, -1, -1, -1, -1], [0, 0, 0, 0, 0, 0, 0]]);
//# every interface, huge numbers : bounded
__hostile([[4294967296, 4294967296, 4294967296, 4294967296], [2147483648, -2147483649, 2147483648, -2147483649], [1e300, 1e300, 1e300, 1e300, 1e300, 1e300], [Number.MIN_VALUE, 1e-300, -0, 1e-45]]);
//# every interface, strings : alive
__hostile([["", "", "", ""], ["\0\ud800\udfff", "\u202e", "<b>&", "a b"], ["x".repeat(100000), "x".repeat(1000), "y"], ["constructor", "__proto__", "toString", "then"], ["div", "click", "2d", "a"]]);
//# every interface, objects : alive
__hostile([[{}, {}, {}, {}], [[], [], [], []], [[[]], [[1, 2]], [{}]], [() => {}, () => {}, () => {}], [Symbol("x"), Symbol.iterator], [10n, 10n, 10n], [true, false, true]]);
//# every interface, objects of the page : alive
__hostile([[document, document, document], [document.createElement("p"), null, document.createElement("p")], [new Event("x"), new Event("y")], [window, window], [document.createElement("canvas"), 1, 2, 3, 4, 5, 6, 7, 8], [new Path2D(), new Path2D()], [new Blob(["x"]), "image/png"]]);
//# every interface, proxies and hostile objects : alive
const proxy = new Proxy({}, { get(target, key) { if (key === "length") return 3; throw new Error("get"); } });
const { proxy: revoked, revoke } = Proxy.revocable(() => {}, {});
revoke();
__hostile([[proxy, proxy, proxy], [revoked, revoked, revoked], [{ toString() { throw 1; }, valueOf() { throw 2; } }, { get [Symbol.iterator]() { throw 3; } }, { then() { throw 4; } }], [Object.create(null), Object.create(null)], [new Proxy(document.createElement("p"), {}), new Proxy(document.body, {})]]);
//# every interface, buffers : alive
const detached = new Uint8Array(8);
structuredClone(detached, { transfer: [detached.buffer] });
const resizable = new Uint8Array(new ArrayBuffer(8, { maxByteLength: 64 }));
resizable.buffer.resize(2);
__hostile([[detached, detached, detached], [detached.buffer, detached.buffer], [resizable, resizable, 4], [new Float32Array(3), new Float64Array([NaN, Infinity, 1e300])], [new DataView(new ArrayBuffer(3)), 9], [new Uint8ClampedArray(16), 2, 2], [new BigInt64Array(2), 1]]);
//# every interface, callbacks that remove and throw : alive
const gone = () => { document.body.lastChild?.remove(); throw new Error("gone"); };
const body = document.body.cloneNode(true);
__hostile([["x", gone, { get once() { gone(); } }], [gone, 1, gone], [{ get bubbles() { gone(); }, handleEvent: gone }, { acceptNode: gone }]]);
