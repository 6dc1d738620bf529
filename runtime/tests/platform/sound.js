const context = new AudioContext();
const states = [];
context.onstatechange = () => states.push(context.state);
context.resume().then(() => states.push("resumed"));
const early = new Audio("s.wav");
check("a context waits for the user", ["suspended", 0, 44100, []], async () => {
  await sleep(50);
  return [context.state, context.currentTime, context.sampleRate, states];
});
check("a media element is loaded, and may not play yet", ["0.200", 4, "NotAllowedError"], async () => {
  if (early.readyState < 4) await new Promise((resolve) => early.oncanplaythrough = resolve);
  return [early.duration.toFixed(3), early.readyState, await early.play().catch((error) => error.name)];
});

const EVENTS = ["loadstart", "progress", "suspend", "durationchange", "loadedmetadata", "loadeddata", "canplay", "canplaythrough", "play", "playing", "waiting", "seeking", "seeked", "timeupdate", "pause", "ended", "error"];
/** Events while something runs, each with readyState and networkState. */
async function log(audio, run) {
  const seen = [];
  const note = ({ type }) => seen.push(`${type} ${audio.readyState} ${audio.networkState}`);
  for (const type of EVENTS) audio.addEventListener(type, note);
  await run();
  for (const type of EVENTS) audio.removeEventListener(type, note);
  return seen.join();
}

function afterClick() {
  check("a click alone does not start it", ["suspended", []], async () => {
    await sleep(50);
    return [context.state, states];
  });
  check("resume() after a click does; both promises come before the event", ["suspended", "resumed,again,running", true], async () => {
    const { state } = context;
    context.resume();
    const before = context.state;
    context.resume().then(() => states.push("again"));
    await sleep(50);
    return [before === state ? state : "changed", states.join(), context.currentTime > 0.04 && context.currentTime < 0.05];
  });
  check("how it is suspended, goes on, and is closed", ["suspended", true, "running", "closed", "InvalidStateError", "suspended,running,closed"], async () => {
    const other = new AudioContext();
    const seen = [];
    await new Promise((resolve) => other.onstatechange = resolve);
    other.onstatechange = () => seen.push(other.state);
    await other.suspend();
    const { state, currentTime } = other;
    await sleep(50);
    const stood = other.currentTime === currentTime;
    await other.resume();
    await sleep(1);
    const again = other.state;
    await other.close();
    await sleep(1);
    return [state, stood, again, other.state, await other.resume().catch((error) => error.name), seen.join()];
  });
  check("latencies and what is heard", [0.01, 0.032, true], async () => {
    const { contextTime, performanceTime } = context.getOutputTimestamp();
    return [context.baseLatency, context.outputLatency, contextTime < context.currentTime && performanceTime <= performance.now()];
  });
  check("a context made after a gesture runs at once", "running", () => new AudioContext().state);
  check("an oscillator ends when it is stopped", true, async () => {
    const oscillator = context.createOscillator();
    oscillator.connect(context.createGain()).connect(context.destination);
    const begun = performance.now();
    oscillator.start();
    oscillator.stop(context.currentTime + 0.25);
    await new Promise((resolve) => oscillator.onended = resolve);
    const ms = performance.now() - begun;
    return ms > 240 && ms < 256;
  });
  check("a buffer ends by its length and rate", true, async () => {
    const source = context.createBufferSource();
    source.buffer = context.createBuffer(1, 44100, 44100);
    source.playbackRate.value = 2;
    const begun = performance.now();
    source.start();
    await new Promise((resolve) => source.onended = resolve);
    return Math.abs(performance.now() - begun - 503) < 3.1;
  });
  check("a faster rate shortens what is left", true, async () => {
    const source = context.createBufferSource();
    source.buffer = context.createBuffer(1, 44100, 44100);
    const begun = performance.now();
    source.start();
    await sleep(500);
    source.playbackRate.value = 2;
    await new Promise((resolve) => source.onended = resolve);
    return Math.abs(performance.now() - begun - 750) < 8;
  });
  check("a ramp without a beginning begins at the present value and time", [true, true], async () => {
    const { gain } = context.createGain();
    gain.value = 0.5;
    gain.linearRampToValueAtTime(1, context.currentTime + 0.2);
    const first = gain.value;
    await sleep(100);
    return [Math.abs(first - 0.5) < 0.01, Math.abs(gain.value - 0.75) < 0.02];
  });
  check("a ramp", [1, true, 0], async () => {
    const { gain } = context.createGain();
    gain.setValueAtTime(1, context.currentTime);
    gain.linearRampToValueAtTime(0, context.currentTime + 1);
    const first = gain.value;
    await sleep(500);
    const middle = gain.value;
    await sleep(600);
    return [first, Math.abs(middle - 0.5) < 0.01, gain.value];
  });
  check("an offline context renders", [44100, 0, "1.000"], async () => {
    const offline = new OfflineAudioContext(1, 44100, 44100);
    const oscillator = offline.createOscillator();
    oscillator.frequency.value = 441;
    oscillator.connect(offline.destination);
    oscillator.start();
    const buffer = await offline.startRendering();
    const samples = buffer.getChannelData(0);
    return [buffer.length, samples[0], samples[25].toFixed(3)];
  });
  check("an analyser sees the tone", [16, true], async () => {
    const analyser = context.createAnalyser();
    analyser.fftSize = 256;
    const oscillator = context.createOscillator();
    oscillator.frequency.value = (44100 / 256) * 16;
    oscillator.connect(analyser);
    oscillator.start();
    await sleep(100);
    const bins = new Uint8Array(analyser.frequencyBinCount);
    analyser.getByteFrequencyData(bins);
    return [bins.indexOf(Math.max(...bins)), bins[100] < 50];
  });
  check("decodeAudioData", ["0.200", 0.5, "EncodingError", 0], async () => {
    const data = await (await fetch("s.wav")).arrayBuffer();
    const buffer = await context.decodeAudioData(data);
    const bad = await context.decodeAudioData(new ArrayBuffer(4)).catch((error) => error.name);
    return [buffer.duration.toFixed(3), buffer.getChannelData(0)[100], bad, data.byteLength];
  });
  check("what is loaded, in order", "loadstart 0 2,progress 0 1,suspend 0 1,durationchange 1 1,loadedmetadata 1 1,loadeddata 4 1,canplay 4 1,canplaythrough 4 1", async () => {
    const audio = new Audio("s.wav?order");
    return await log(audio, () => sleep(50));
  });
  check("play at once, to the end, and again", ["play 0 2,waiting 0 2,loadstart 0 2,progress 0 1,suspend 0 1,durationchange 1 1,loadedmetadata 1 1,loadeddata 4 1,canplay 4 1,playing 4 1,canplaythrough 4 1,timeupdate 4 1,pause 4 1,ended 4 1", "seeking 1 1,play 1 1,waiting 1 1,timeupdate 4 1,seeked 4 1,canplay 4 1,playing 4 1,canplaythrough 4 1", 1, "0.200"], async () => {
    const audio = new Audio("s.wav?again");
    const first = await log(audio, async () => {
      await audio.play();
      await sleep(300);
    });
    const { length } = audio.played;
    const end = audio.played.end(0).toFixed(3);
    const second = await log(audio, async () => {
      await audio.play();
      audio.removeAttribute("src");
      await sleep(20);
    });
    return [first, second, length, end];
  });
  check("a seek while it stands, and one while it plays", ["seeking 1 1,timeupdate 4 1,seeked 4 1,canplay 4 1,canplaythrough 4 1", "seeking 1 1,waiting 1 1,timeupdate 4 1,seeked 4 1,canplay 4 1,playing 4 1,canplaythrough 4 1", true], async () => {
    const audio = new Audio("s.wav?seek");
    await new Promise((resolve) => audio.oncanplaythrough = resolve);
    const still = await log(audio, async () => {
      audio.currentTime = 0.1;
      await sleep(20);
    });
    await audio.play();
    await sleep(5);
    const moving = await log(audio, async () => {
      audio.currentTime = 0.05;
      await sleep(50);
    });
    return [still, moving, audio.currentTime > 0.08 && audio.currentTime < 0.11];
  });
  check("promises of play() that are not kept", ["AbortError", "AbortError", "NotSupportedError", "NotSupportedError"], async () => {
    const name = (promise) => promise.then(() => "kept", (error) => error.name);
    const paused = new Audio("s.wav?1");
    const first = name(paused.play());
    paused.pause();
    const changed = new Audio("s.wav?2");
    const second = name(changed.play());
    changed.src = "s.wav?3";
    const nothing = new Audio("nothing.mp3");
    const third = await name(nothing.play());
    return [await first, await second, third, await name(nothing.play())];
  });
  check("preload=none waits for play()", [0, 1, 4], async () => {
    const audio = new Audio();
    audio.preload = "none";
    audio.src = "s.wav?none";
    await sleep(50);
    const before = [audio.readyState, audio.networkState];
    await audio.play();
    return [...before, audio.readyState];
  });
  check("sources are tried in order", ["/s.wav", 2], async () => {
    const audio = document.createElement("audio");
    let errors = 0;
    for (const [src, type] of [["x.none", "audio/none"], ["nothing.mp3", ""], ["s.wav", ""]]) {
      const source = document.createElement("source");
      source.src = src;
      if (type !== "") source.type = type;
      source.onerror = () => errors++;
      audio.append(source);
    }
    await new Promise((resolve) => audio.oncanplaythrough = resolve);
    return [new URL(audio.currentSrc).pathname, errors];
  });
  check("codecs", ["probably", "maybe", "", "probably", "maybe", ""], () => {
    const audio = new Audio();
    return ["audio/mpeg", "audio/ogg", "audio/x-aac", 'audio/ogg; codecs="vorbis"', 'video/mp4; codecs="avc1"', 'audio/mpeg; codecs="opus"'].map((type) => audio.canPlayType(type));
  });
  check("a media element plays to its end", ["play,playing,timeupdate,pause,ended", true, true, true], async () => {
    const events = [];
    for (const type of ["play", "playing", "pause", "ended"]) early.addEventListener(type, () => events.push(type));
    early.addEventListener("timeupdate", () => events.push("timeupdate"), { once: true });
    const begun = performance.now();
    await early.play();
    await new Promise((resolve) => early.onended = resolve);
    return [events.join(), Math.abs(performance.now() - begun - 200) < 5, early.ended, early.paused];
  });
  check("a loop goes on", [true, false], async () => {
    const audio = new Audio("s.wav");
    audio.loop = true;
    await audio.play();
    await sleep(500);
    const { ended, currentTime } = audio;
    audio.pause();
    return [currentTime > 0 && currentTime < 0.2, ended];
  });
  check("what is no sound is an error", [4, "NotSupportedError"], async () => {
    const audio = new Audio("t.txt");
    const reason = await audio.play().catch((error) => error.name);
    return [audio.error.code, reason];
  });
}
