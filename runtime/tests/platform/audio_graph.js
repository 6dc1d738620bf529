// Web Audio without sound: what constructors and methods refuse, and what offline contexts render.
const refusal = (run) => {
  try {
    run();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
  return "accepted";
};
const offline = (length = 1024, channels = 1) => new OfflineAudioContext(channels, length, 44100);
const rendered = async (context, channel = 0) => (await context.startRendering()).getChannelData(channel);
const constant = (context, value) => {
  const source = new ConstantSourceNode(context, { offset: value });
  source.start();
  return source;
};
const round = (values) => Array.from(values, (value) => Math.round(value * 1e4) / 1e4 + 0);

check("names that are gone and interfaces that are there", [false, false, "AnalyserNode AudioBuffer AudioBufferSourceNode BiquadFilterNode ChannelMergerNode ChannelSplitterNode ConstantSourceNode ConvolverNode DelayNode DynamicsCompressorNode GainNode IIRFilterNode OscillatorNode PannerNode PeriodicWave StereoPannerNode WaveShaperNode"], () => {
  const names = "AnalyserNode AudioBuffer AudioBufferSourceNode BiquadFilterNode ChannelMergerNode ChannelSplitterNode ConstantSourceNode ConvolverNode DelayNode DynamicsCompressorNode GainNode IIRFilterNode OscillatorNode PannerNode PeriodicWave StereoPannerNode WaveShaperNode";
  return ["webkitAudioContext" in window, "webkitOfflineAudioContext" in window, names.split(" ").filter((name) => typeof window[name] === "function").join(" ")];
});

const refusals = [
  ["new GainNode(1)", "TypeError: Failed to construct 'GainNode': parameter 1 is not of type 'BaseAudioContext'."],
  ["new GainNode(c, 42)", "TypeError: Failed to construct 'GainNode': The provided value is not of type 'GainOptions'."],
  ["new GainNode(c, { gain: NaN })", "TypeError: Failed to construct 'GainNode': Failed to read the 'gain' property from 'GainOptions': The provided float value is non-finite."],
  ["new GainNode(c, { channelCountMode: 'x' })", "TypeError: Failed to construct 'GainNode': Failed to read the 'channelCountMode' property from 'AudioNodeOptions': The provided value 'x' is not a valid enum value of type ChannelCountMode."],
  ["c.createChannelSplitter(33)", "IndexSizeError: Failed to execute 'createChannelSplitter' on 'BaseAudioContext': The number of outputs provided (33) is outside the range [1, 32]."],
  ["c.createStereoPanner().channelCount = 3", "NotSupportedError: Failed to set the 'channelCount' property on 'AudioNode': The channelCount provided (3) is outside the range [1, 2]."],
  ["c.createChannelMerger().channelCount = 2", "InvalidStateError: Failed to set the 'channelCount' property on 'AudioNode': ChannelMerger: channelCount cannot be changed from 1"],
  ["c.createGain().connect(new OfflineAudioContext(1, 1, 44100).destination)", "InvalidAccessError: Failed to execute 'connect' on 'AudioNode': cannot connect to an AudioNode belonging to a different audio context."],
  ["c.createGain().disconnect(c.destination)", "InvalidAccessError: Failed to execute 'disconnect' on 'AudioNode': the given destination is not connected."],
  ["c.createOscillator().stop()", "InvalidStateError: Failed to execute 'stop' on 'AudioScheduledSourceNode': cannot call stop without calling start first."],
  ["c.createBufferSource().start(0, -1)", "RangeError: Failed to execute 'start' on 'AudioBufferSourceNode': The offset provided (-1) is less than the minimum bound (0)."],
  ["c.createPanner().maxDistance = 0", "RangeError: Failed to set the 'maxDistance' property on 'PannerNode': The maxDistance provided (0) is less than or equal to the minimum bound (0)."],
  ["g.exponentialRampToValueAtTime(0, 1)", "RangeError: Failed to execute 'exponentialRampToValueAtTime' on 'AudioParam': The float target value provided (0) should not be in the range (-1.40130e-45, 1.40130e-45)."],
  ["g.setValueCurveAtTime([1, 2], 10, 5), g.setValueAtTime(1, 12)", "NotSupportedError: Failed to execute 'setValueAtTime' on 'AudioParam': setValueAtTime(1, 12) overlaps setValueCurveAtTime(..., 10, 5)"],
  ["c.createGain.call({})", "TypeError: Illegal invocation"],
  ["new AudioBuffer({ length: 1 })", "TypeError: Failed to construct 'AudioBuffer': Failed to read the 'sampleRate' property from 'AudioBufferOptions': Required member is undefined."],
  ["new AudioContext({ sampleRate: 1 })", "NotSupportedError: Failed to construct 'AudioContext': The hardware sample rate provided (1) is outside the range [3000, 768000]."],
];
for (const [source, expected] of refusals) {
  check(source, expected, () => {
    const c = offline();
    const g = c.createGain().gain;
    return refusal(new Function("c", "g", source).bind(null, c, g));
  });
}

check("a value out of range is held in it, the default stays", [1, 0], () => {
  const { delayTime } = new DelayNode(offline(), { delayTime: 3 });
  return [delayTime.value, delayTime.defaultValue];
});
check("buffers copy what fits", [[0, 0, 1, 2], [2, 0, 0]], () => {
  const buffer = new AudioBuffer({ length: 4, sampleRate: 44100 });
  buffer.copyToChannel(Float32Array.of(1, 2, 3), 0, 2);
  const out = new Float32Array(3);
  buffer.copyFromChannel(out, 0, 3);
  return [[...buffer.getChannelData(0)], [...out]];
});
check("the life of an offline context", ["suspended", "running", "InvalidStateError", "running,complete,closed", 1024, 1024 / 44100], async () => {
  const context = offline();
  const seen = [];
  context.onstatechange = () => seen.push(context.state);
  context.oncomplete = () => seen.push("complete");
  const { state } = context;
  const promise = context.startRendering();
  const during = context.state;
  const twice = await context.startRendering().catch((error) => error.name);
  const buffer = await promise;
  await sleep(1);
  return [state, during, twice, seen.join(), buffer.length, context.currentTime];
});
check("it can be suspended, changed and resumed", [0.25, 512, [1, 1, 3, 3], "InvalidStateError"], async () => {
  const context = offline();
  const source = constant(context, 1);
  const node = new GainNode(context);
  source.connect(node).connect(context.destination);
  let at = 0;
  context.suspend(500 / 44100).then(() => {
    at = context.currentTime * 44100;
    node.gain.value = 3;
    context.resume();
  });
  const refused = await context.suspend(9).catch((error) => error.name);
  const samples = await rendered(context);
  return [0.25, Math.round(at), [samples[0], samples[511], samples[512], samples[1023]], refused];
});
check("a sine, and a square without its highest partials", [[0, 0.0626], true, true], async () => {
  const play = async (type) => {
    const context = offline(4096);
    const oscillator = new OscillatorNode(context, { type, frequency: 440 });
    oscillator.connect(context.destination);
    oscillator.start();
    return rendered(context);
  };
  const sine = await play("sine");
  const square = await play("square");
  return [round(sine.subarray(0, 2)), Math.max(...square) <= 1 && Math.max(...square) > 0.8, square.filter((v) => Math.abs(v) < 0.3).length < 300];
});
check("gain and automation to the sample", [0, 0.5, 1], async () => {
  const context = offline(44100);
  const node = new GainNode(context, { gain: 0 });
  constant(context, 1).connect(node).connect(context.destination);
  node.gain.setValueAtTime(0, 0.25);
  node.gain.linearRampToValueAtTime(1, 0.75);
  const samples = await rendered(context);
  return [samples[11024], samples[22050], samples[33075]];
});
check("a ramp that is held", [0.5, 0.5], async () => {
  const context = offline(44100);
  const node = new GainNode(context, { gain: 0 });
  constant(context, 1).connect(node).connect(context.destination);
  node.gain.setValueAtTime(0, 0);
  node.gain.linearRampToValueAtTime(1, 1);
  node.gain.cancelAndHoldAtTime(0.5);
  const samples = await rendered(context);
  return round([samples[22050], samples[44000]]);
});
check("a buffer, looped between two points", [1, 2, 3, 2, 3, 2, 3], async () => {
  const context = offline();
  const buffer = new AudioBuffer({ length: 4, sampleRate: 44100 });
  buffer.copyToChannel(Float32Array.of(1, 2, 3, 4), 0);
  const source = new AudioBufferSourceNode(context, { buffer, loop: true, loopStart: 1 / 44100, loopEnd: 3 / 44100 });
  source.connect(context.destination);
  source.start();
  return [...(await rendered(context)).subarray(0, 7)];
});
check("a delay, and one in a loop", [[0, 1, 0], [1, 0.5, 0.25]], async () => {
  const impulse = (context) => {
    const buffer = new AudioBuffer({ length: 1, sampleRate: 44100 });
    buffer.getChannelData(0)[0] = 1;
    const source = new AudioBufferSourceNode(context, { buffer });
    source.start();
    return source;
  };
  const once = offline();
  impulse(once).connect(new DelayNode(once, { delayTime: 100 / 44100 })).connect(once.destination);
  const delayed = await rendered(once);
  const again = offline();
  const delay = new DelayNode(again, { delayTime: 256 / 44100 });
  impulse(again).connect(delay).connect(again.destination);
  delay.connect(new GainNode(again, { gain: 0.5 })).connect(delay);
  const echo = await rendered(again);
  return [round([delayed[99], delayed[100], delayed[101]]), round([echo[256], echo[512], echo[768]])];
});
check("a loop without a delay is silent", 0, async () => {
  const context = offline();
  const node = new GainNode(context);
  constant(context, 1).connect(node).connect(context.destination);
  node.connect(new GainNode(context)).connect(node);
  return Math.max(...await rendered(context));
});
check("a lowpass lets constants through and stops the highest tone", [1, 0], async () => {
  const run = async (frequency) => {
    const context = offline(8192);
    const buffer = new AudioBuffer({ length: 8192, sampleRate: 44100 });
    buffer.getChannelData(0).forEach((_, i, all) => all[i] = frequency === 0 || i % 2 === 0 ? 1 : -1);
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(new BiquadFilterNode(context, { frequency: 1000 })).connect(context.destination);
    source.start();
    return Math.round((await rendered(context))[8000] * 1000) / 1000 + 0;
  };
  return [await run(0), await run(22050)];
});
check("convolution over more than one block", true, async () => {
  const context = offline(8192);
  const response = new AudioBuffer({ length: 5000, sampleRate: 44100 });
  response.getChannelData(0)[0] = 1;
  response.getChannelData(0)[4999] = 0.5;
  const source = constant(context, 1);
  source.connect(new ConvolverNode(context, { buffer: response, disableNormalization: true })).connect(context.destination);
  const samples = await rendered(context);
  return [[0, 1], [4998, 1], [4999, 1.5], [8191, 1.5]].every(([i, value]) => Math.abs(samples[i] - value) < 1e-6);
});
check("panning", [[1, 0], [0, 1], [0, 2], [0.7071, 0.7071]], async () => {
  const pan = async (node, channels = 1) => {
    const context = offline(256, 2);
    const source = constant(context, 1);
    const merger = new ChannelMergerNode(context, { numberOfInputs: 2 });
    source.connect(merger, 0, 0);
    source.connect(merger, 0, 1);
    const made = node(context);
    (channels === 2 ? merger : source).connect(made).connect(context.destination);
    const buffer = await context.startRendering();
    return round([buffer.getChannelData(0)[100], buffer.getChannelData(1)[100]]);
  };
  return [
    await pan((context) => new StereoPannerNode(context, { pan: -1 })),
    await pan((context) => new PannerNode(context, { positionX: 1 })),
    await pan((context) => new StereoPannerNode(context, { pan: 1 }), 2).catch(String),
    await pan((context) => new PannerNode(context, { positionZ: -1 })),
  ];
});
check("a script processor hears and plays two buffers later", [0, 2], async () => {
  const context = offline(2048);
  const node = context.createScriptProcessor(256, 1, 1);
  node.onaudioprocess = ({ inputBuffer, outputBuffer }) => {
    outputBuffer.copyToChannel(inputBuffer.getChannelData(0).map((v) => 2 * v), 0);
  };
  constant(context, 1).connect(node).connect(context.destination);
  const samples = await rendered(context);
  return [samples[511], samples[512]];
});
check("the same graph renders the same bits", true, async () => {
  const run = async () => {
    const context = offline(4096, 2);
    const wave = context.createPeriodicWave([0, 0.3, 0.1], [0, 0.5, 0.2]);
    const oscillator = new OscillatorNode(context, { frequency: 333, periodicWave: wave });
    oscillator.connect(new BiquadFilterNode(context, { type: "peaking", gain: 6 })).connect(new DynamicsCompressorNode(context)).connect(context.destination);
    oscillator.start();
    return [...await rendered(context)].join();
  };
  return await run() === await run();
});
