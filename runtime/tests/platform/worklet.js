// Audio worklets: what Chromium gives for the same calls.
const source = `
class Meter extends AudioWorkletProcessor {
  static get parameterDescriptors() {
    return [{ name: "amount", defaultValue: 0.5, minValue: 0, maxValue: 1 }, { name: "k", automationRate: "k-rate", defaultValue: 2 }];
  }
  constructor(options) {
    super();
    this.quanta = 0;
    this.last = options.processorOptions?.last ?? 1000;
    this.port.onmessage = (event) => this.port.postMessage(["echo", event.data, currentFrame]);
  }
  process(inputs, outputs, parameters) {
    if (this.quanta === 2) {
      this.port.postMessage(["process", currentFrame, currentTime === 256 / sampleRate, inputs.map((i) => i.length), outputs.map((o) => o.length),
        parameters.amount.length, parameters.k.length, [inputs, inputs[0], outputs, parameters].every(Object.isFrozen),
        inputs instanceof Array && outputs[0][0] instanceof Float32Array]);
    }
    for (const channel of outputs[0]) {
      for (let i = 0; i < channel.length; i++) channel[i] = (inputs[0][0]?.[i] ?? 0) + parameters.amount[parameters.amount.length > 1 ? i : 0];
    }
    return ++this.quanta < this.last;
  }
}
registerProcessor("meter", Meter);
registerProcessor("thrower", class extends AudioWorkletProcessor { process() { throw new Error("inside"); } });
registerProcessor("unmade", class extends AudioWorkletProcessor { constructor() { super(); throw new TypeError("made wrong"); } });
registerProcessor("idle", class extends AudioWorkletProcessor {});
globalThis.errors = [];
for (const wrong of [() => registerProcessor("meter", Meter), () => registerProcessor("", Meter), () => registerProcessor("x", 5),
  () => registerProcessor("z", class { static get parameterDescriptors() { return [{ name: "a" }, { name: "a" }]; } }),
  () => new AudioWorkletProcessor()]) {
  try { wrong(); errors.push("fine"); } catch (error) { errors.push(error.name); }
}
import("./other.js").catch((error) => errors.push(error.message));
registerProcessor("about", class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.port.postMessage([errors, typeof window, typeof document, typeof postMessage, Object.prototype.toString.call(globalThis), typeof setTimeout,
      new Date().getFullYear(), Math.random() < 1]);
  }
  process() { return true; }
});
`;
const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
const rounded = (samples) => [...samples].map((v) => +v.toFixed(3));
const kind = async (run) => {
  try {
    await run();
    return "fine";
  } catch (error) {
    return error.name;
  }
};
const offline = async (quanta = 8) => {
  const context = new OfflineAudioContext(1, 128 * quanta, 44100);
  await context.audioWorklet.addModule(address);
  return context;
};

check("a node needs a module and a name", ["InvalidStateError", "InvalidStateError", "AbortError", "SyntaxError", "SyntaxError", "TypeError"], async () => {
  const context = new OfflineAudioContext(1, 128, 44100);
  const first = await kind(() => new AudioWorkletNode(context, "meter"));
  await context.audioWorklet.addModule(address);
  return [first, await kind(() => new AudioWorkletNode(context, "nobody")), await kind(() => context.audioWorklet.addModule("none.js")),
    await kind(() => context.audioWorklet.addModule("data:text/javascript,syntax error")), await kind(() => context.audioWorklet.addModule("http://[")),
    await kind(() => context.audioWorklet.addModule())];
});
check("options are checked", ["NotSupportedError", "IndexSizeError", "NotSupportedError", "DataCloneError"], async () => {
  const context = await offline();
  const made = (options) => kind(() => new AudioWorkletNode(context, "meter", options));
  return [await made({ numberOfInputs: 0, numberOfOutputs: 0 }), await made({ numberOfOutputs: 2, outputChannelCount: [1] }),
    await made({ outputChannelCount: [33] }), await made({ processorOptions: { call() {} } })];
});
check("it renders in the graph, hears its input, and ends when it says so", [0.75, 0.75, 0.75, 0.75, 0, 0], async () => {
  const context = await offline(6);
  const node = new AudioWorkletNode(context, "meter", { parameterData: { amount: 0.25 }, processorOptions: { last: 4 } });
  const source = new ConstantSourceNode(context, { offset: 0.5 });
  source.connect(node).connect(context.destination);
  source.start();
  const buffer = await context.startRendering();
  return rounded(buffer.getChannelData(0).filter((_, i) => i % 128 === 64));
});
check("its scope is a realm of its own", [[["NotSupportedError", "NotSupportedError", "TypeError", "NotSupportedError", "TypeError",
  "import() is disallowed on WorkletGlobalScope."], "undefined", "undefined", "undefined", "[object AudioWorkletGlobalScope]", "undefined", 2026, true]], async () => {
  const context = await offline();
  const heard = [];
  new AudioWorkletNode(context, "about").port.onmessage = (event) => heard.push(event.data);
  await context.startRendering();
  await sleep(10);
  return heard;
});
check("messages and what process sees", [["echo", [1, 2], 0], ["process", 256, true, [0], [1], 1, 1, true, true]], async () => {
  const context = await offline();
  const node = new AudioWorkletNode(context, "meter");
  const heard = [];
  node.port.onmessage = (event) => heard.push(event.data);
  node.port.postMessage([1, 2]);
  await context.startRendering();
  await sleep(10);
  return heard;
});
check("errors of processors are told to their nodes", ["Uncaught Error: inside", "unmade invoking user-supplied constructor failed", "idle process() method undefined."], async () => {
  const context = await offline();
  const heard = {};
  for (const name of ["thrower", "unmade", "idle"]) {
    const node = new AudioWorkletNode(context, name);
    node.onprocessorerror = (event) => { heard[name] = event.message; };
    node.connect(context.destination);
  }
  await context.startRendering();
  await sleep(10);
  return [heard.thrower, heard.unmade, heard.idle];
});
check("automation is given sample by sample", [0, 0.5], async () => {
  const context = await offline(1);
  const node = new AudioWorkletNode(context, "meter");
  const amount = node.parameters.get("amount");
  amount.setValueAtTime(0, 0);
  amount.linearRampToValueAtTime(1, 128 / 44100);
  node.connect(context.destination);
  const buffer = await context.startRendering();
  return rounded(buffer.getChannelData(0).filter((_, i) => i === 0 || i === 64));
});
