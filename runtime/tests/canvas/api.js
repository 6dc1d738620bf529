// Behaviour of the 2D context's interface. Expected values are what Chromium 156 gives.
const checks = [];
function check(name, expected, run) {
  checks.push({ name, expected, run });
}

async function runChecks() {
  const failures = [];
  for (const { name, expected, run } of checks) {
    let actual;
    try {
      actual = await run();
    } catch (error) {
      actual = `threw ${(error && error.stack) || error}`;
    }
    const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (a !== b) failures.push(`${name}: ${a} instead of ${b}`);
  }
  return failures;
}

/** Widths of the texts in the fonts of "text measures", and boxes of "text boxes". */
const WIDTHS = [[0, 2.778, 57.056, 38.906, 56.704, 23.154, 55.581, 15.557, 32.9], [0, 3.694, 75.866, 51.732, 75.399, 30.788, 73.906, 20.685, 43.747], [0, 4.445, 98.367, 66.063, 94.281, 43.539, 92.477, 26.688, 52.641], [0, 5, 109.258, 70.879, 101.455, 48.896, 99.414, 27.754, 64.678], [0, 9.633, 125.227, 67.43, 115.594, 86.695, 105.961, 38.531, 48.164], [0, 5.086, 102.992, 63.289, 101.094, 45.797, 97.125, 29.109, 51.328], [0, 6, 139.992, 94.289, 124.863, 63.973, 125.988, 36, 77.625], [0, 7.201, 93.615, 50.408, 86.414, 64.811, 79.213, 28.805, 42.416]];
const BOXES = [[-1, 32.34, 12, 3, 14, 3, 0, 11.2, -3], [-1, 32.34, -0.41, 15.41, 1.59, 15.41, -12.41, -1.21, -15.41], [-1, 32.34, 7.59, 7.41, 9.59, 7.41, -4.41, 6.79, -7.41], [-1, 32.34, 15.59, -0.59, 17.59, -0.59, 3.59, 14.79, 0.59], [-1, 32.34, 0.8, 14.2, 2.8, 14.2, -11.2, 0, -14.2], [-1, 32.34, 15, 0, 17, 0, 3, 14.2, 0], [15.45, 15.89, 12, 3, 14, 3, 0, 11.2, -3], [15.45, 15.89, -0.41, 15.41, 1.59, 15.41, -12.41, -1.21, -15.41], [15.45, 15.89, 7.59, 7.41, 9.59, 7.41, -4.41, 6.79, -7.41], [15.45, 15.89, 15.59, -0.59, 17.59, -0.59, 3.59, 14.79, 0.59], [15.45, 15.89, 0.8, 14.2, 2.8, 14.2, -11.2, 0, -14.2], [15.45, 15.89, 15, 0, 17, 0, 3, 14.2, 0], [31.9, -0.55, 12, 3, 14, 3, 0, 11.2, -3], [31.9, -0.55, -0.41, 15.41, 1.59, 15.41, -12.41, -1.21, -15.41], [31.9, -0.55, 7.59, 7.41, 9.59, 7.41, -4.41, 6.79, -7.41], [31.9, -0.55, 15.59, -0.59, 17.59, -0.59, 3.59, 14.79, 0.59], [31.9, -0.55, 0.8, 14.2, 2.8, 14.2, -11.2, 0, -14.2], [31.9, -0.55, 15, 0, 17, 0, 3, 14.2, 0], [0, 67.67, 24, 7, 29, 7, 0, 23.2, -7], [0, 67.67, -1.03, 32.03, 3.97, 32.03, -25.03, -1.83, -32.03], [0, 67.67, 15.47, 15.53, 20.47, 15.53, -8.53, 14.67, -15.53], [0, 67.67, 31.97, -0.97, 36.97, -0.97, 7.97, 31.17, 0.97], [0, 67.67, 0.8, 30.2, 5.8, 30.2, -23.2, 0, -30.2], [0, 67.67, 31, 0, 36, 0, 7, 30.2, 0], [34.83, 32.84, 24, 7, 29, 7, 0, 23.2, -7], [34.83, 32.84, -1.03, 32.03, 3.97, 32.03, -25.03, -1.83, -32.03], [34.83, 32.84, 15.47, 15.53, 20.47, 15.53, -8.53, 14.67, -15.53], [34.83, 32.84, 31.97, -0.97, 36.97, -0.97, 7.97, 31.17, 0.97], [34.83, 32.84, 0.8, 30.2, 5.8, 30.2, -23.2, 0, -30.2], [34.83, 32.84, 31, 0, 36, 0, 7, 30.2, 0], [69.66, -1.99, 24, 7, 29, 7, 0, 23.2, -7], [69.66, -1.99, -1.03, 32.03, 3.97, 32.03, -25.03, -1.83, -32.03], [69.66, -1.99, 15.47, 15.53, 20.47, 15.53, -8.53, 14.67, -15.53], [69.66, -1.99, 31.97, -0.97, 36.97, -0.97, 7.97, 31.17, 0.97], [69.66, -1.99, 0.8, 30.2, 5.8, 30.2, -23.2, 0, -30.2], [69.66, -1.99, 31, 0, 36, 0, 7, 30.2, 0], [0, 31.49, 8, 2, 10, 3, 0, 8, -3], [0, 31.49, -0.36, 10.36, 1.64, 11.36, -8.36, -0.36, -11.36], [0, 31.49, 5.14, 4.86, 7.14, 5.86, -2.86, 5.14, -5.86], [0, 31.49, 10.64, -0.64, 12.64, 0.36, 2.64, 10.64, -0.36], [0, 31.49, 0, 10, 2, 11, -8, 0, -11], [0, 31.49, 11, -1, 13, 0, 3, 11, 0], [16.56, 14.93, 8, 2, 10, 3, 0, 8, -3], [16.56, 14.93, -0.36, 10.36, 1.64, 11.36, -8.36, -0.36, -11.36], [16.56, 14.93, 5.14, 4.86, 7.14, 5.86, -2.86, 5.14, -5.86], [16.56, 14.93, 10.64, -0.64, 12.64, 0.36, 2.64, 10.64, -0.36], [16.56, 14.93, 0, 10, 2, 11, -8, 0, -11], [16.56, 14.93, 11, -1, 13, 0, 3, 11, 0], [33.11, -1.62, 8, 2, 10, 3, 0, 8, -3], [33.11, -1.62, -0.36, 10.36, 1.64, 11.36, -8.36, -0.36, -11.36], [33.11, -1.62, 5.14, 4.86, 7.14, 5.86, -2.86, 5.14, -5.86], [33.11, -1.62, 10.64, -0.64, 12.64, 0.36, 2.64, 10.64, -0.36], [33.11, -1.62, 0, 10, 2, 11, -8, 0, -11], [33.11, -1.62, 11, -1, 13, 0, 3, 11, 0]];

/** The places where two tables differ by more than a twentieth of a pixel. */
const differences = (ours, theirs) => {
  const found = [];
  ours.forEach((row, i) => row.forEach((value, k) => {
    if (Math.abs(value - theirs[i][k]) > 0.05) found.push([i, k, value, theirs[i][k]]);
  }));
  return found;
};

const fresh = (w = 20, h = 20, options) => {
  const canvas = document.createElement("canvas");
  canvas.width = w;
  canvas.height = h;
  return canvas.getContext("2d", options);
};
const px = (x, at = 0, y = 0) => Array.from(x.getImageData(at, y, 1, 1).data);
const thrown = (run) => {
  try {
    run();
    return "nothing";
  } catch (error) {
    return error instanceof DOMException ? `DOMException ${error.name}` : error.constructor.name;
  }
};

check("contexts", [true, true, "null", "null", true, "[object CanvasRenderingContext2D]"], () => {
  const canvas = document.createElement("canvas");
  const x = canvas.getContext("2d");
  return [
    x === canvas.getContext("2d"),
    x.canvas === canvas,
    `${canvas.getContext("bitmaprenderer")}`,
    `${canvas.getContext("nothing")}`,
    x instanceof CanvasRenderingContext2D,
    `${x}`,
  ];
});

check("defaults", {
  font: "10px sans-serif", fillStyle: "#000000", strokeStyle: "#000000", globalAlpha: 1, globalCompositeOperation: "source-over", filter: "none",
  lineWidth: 1, lineCap: "butt", lineJoin: "miter", miterLimit: 10, lineDashOffset: 0, shadowColor: "rgba(0, 0, 0, 0)", shadowBlur: 0,
  textAlign: "start", textBaseline: "alphabetic", direction: "inherit", letterSpacing: "0px", wordSpacing: "0px", fontKerning: "auto",
  imageSmoothingEnabled: true, imageSmoothingQuality: "low",
}, () => {
  const x = fresh();
  const names = [
    "font", "fillStyle", "strokeStyle", "globalAlpha", "globalCompositeOperation", "filter", "lineWidth", "lineCap", "lineJoin", "miterLimit",
    "lineDashOffset", "shadowColor", "shadowBlur", "textAlign", "textBaseline", "direction", "letterSpacing", "wordSpacing", "fontKerning",
    "imageSmoothingEnabled", "imageSmoothingQuality",
  ];
  return Object.fromEntries(names.map((name) => [name, x[name]]));
});

check("invalid values are ignored", ["#123456", 2, 0.5, "round", "bevel", "xor", "12px Arial", 3, 4], () => {
  const x = fresh();
  x.fillStyle = "#123456";
  x.fillStyle = "no colour";
  x.fillStyle = 0;
  x.lineWidth = 2;
  for (const bad of [0, -1, NaN, Infinity, "x"]) x.lineWidth = bad;
  x.globalAlpha = 0.5;
  for (const bad of [-0.1, 1.1, NaN]) x.globalAlpha = bad;
  x.lineCap = "round";
  x.lineCap = "ROUND ";
  x.lineJoin = "bevel";
  x.lineJoin = "x";
  x.globalCompositeOperation = "xor";
  x.globalCompositeOperation = "clear!";
  x.font = "12px Arial";
  x.font = "no font";
  x.miterLimit = 3;
  x.miterLimit = 0;
  x.shadowBlur = 4;
  x.shadowBlur = -1;
  return [x.fillStyle, x.lineWidth, x.globalAlpha, x.lineCap, x.lineJoin, x.globalCompositeOperation, x.font, x.miterLimit, x.shadowBlur];
});

check("save and restore keep everything", ["#ff0000", 0.5, [1, 2], "bold 20px Arial", "matrix(2, 0, 0, 2, 5, 6)"], () => {
  const x = fresh();
  x.fillStyle = "red";
  x.globalAlpha = 0.5;
  x.setLineDash([1, 2]);
  x.font = "bold 20px Arial";
  x.setTransform(2, 0, 0, 2, 5, 6);
  x.save();
  x.fillStyle = "blue";
  x.globalAlpha = 1;
  x.setLineDash([]);
  x.font = "10px serif";
  x.resetTransform();
  x.restore();
  x.restore();
  return [x.fillStyle, x.globalAlpha, x.getLineDash(), x.font, `${x.getTransform()}`];
});

check("a size resets", [[0, 0, 0, 0], "#000000"], () => {
  const x = fresh();
  x.fillStyle = "red";
  x.fillRect(0, 0, 20, 20);
  x.canvas.width = 20;
  return [px(x), x.fillStyle];
});

check("errors", ["TypeError", "DOMException IndexSizeError", "DOMException IndexSizeError", "DOMException SyntaxError", "TypeError", "DOMException SyntaxError", "RangeError", "TypeError", "DOMException InvalidStateError", "nothing"], () => {
  const x = fresh();
  const empty = document.createElement("canvas");
  empty.width = 0;
  return [
    thrown(() => x.fillRect(1, 2, 3)),
    thrown(() => x.arc(0, 0, -1, 0, 1)),
    thrown(() => x.getImageData(0, 0, 0, 1)),
    thrown(() => x.createLinearGradient(0, 0, 1, 1).addColorStop(0, "x")),
    thrown(() => x.createLinearGradient(0, 0, 1, NaN)),
    thrown(() => x.createPattern(document.createElement("canvas"), "x")),
    thrown(() => x.roundRect(0, 0, 1, 1, -1)),
    thrown(() => x.drawImage({}, 0, 0)),
    thrown(() => x.drawImage(empty, 0, 0)),
    thrown(() => x.fillRect(NaN, 0, 1, 1)),
  ];
});

check("pixels go in and out", [[10, 20, 30, 255], [0, 0, 0, 0], [255, 0, 0, 128], [4, 3]], () => {
  const x = fresh();
  const data = x.createImageData(4, 3);
  data.data.set([10, 20, 30, 255]);
  data.data.set([255, 0, 0, 128], 4);
  x.putImageData(data, 2, 2);
  return [px(x, 2, 2), px(x, 4, 2), px(x, 3, 2), [data.width, data.height]];
});

check("premultiplied rounding is Chromium's", "2413230080 224361472 1537894218 2114535589 3428665439 3001088000 1907332319 2937278491 4273860737", () => {
  const sums = [];
  const x = fresh(256, 1, { willReadFrequently: true });
  const data = x.createImageData(256, 1);
  for (const a of [1, 2, 3, 50, 100, 127, 128, 200, 254]) {
    for (let i = 0; i < 256; i++) data.data.set([i, 0, 0, a], i * 4);
    x.putImageData(data, 0, 0);
    const out = x.getImageData(0, 0, 256, 1).data;
    let sum = 0;
    for (let i = 0; i < 256; i++) sum = (sum * 31 + out[i * 4]) >>> 0;
    sums.push(sum);
  }
  return sums.join(" ");
});

check("points in paths", [true, false, true, false, true, false], () => {
  const x = fresh();
  x.rect(2, 2, 10, 10);
  const p = new Path2D();
  p.rect(0, 0, 4, 4);
  x.translate(10, 0);
  return [
    x.isPointInPath(5, 5),
    x.isPointInPath(15, 15),
    x.isPointInPath(p, 12, 2),
    x.isPointInPath(p, 2, 2),
    x.isPointInStroke(2, 5),
    x.isPointInStroke(6, 6),
  ];
});

check("text measures", [], () => {
  const x = fresh();
  const fonts = ["10px Arial", "13.3px Arial", "bold 16px Arial", "italic 20px serif", "16px monospace", "16px system-ui", "700 24px \"Times New Roman\"", "12px Courier"];
  const texts = ["", " ", "Hello, World!", "AVAToTe", "Score: 1,234", "fi fl ffi", "Größe naïve", "x  y", "→ ★ ✓"];
  const out = [];
  for (const font of fonts) {
    x.font = font;
    out.push(texts.map((text) => +x.measureText(text).width.toFixed(3)));
  }
  return differences(out, WIDTHS);
});

check("text boxes", [], () => {
  const x = fresh();
  const out = [];
  for (const font of ["16px Arial", "bold 33px serif", "11px monospace"]) {
    x.font = font;
    for (const align of ["left", "center", "right"]) {
      x.textAlign = align;
      for (const baseline of ["alphabetic", "top", "middle", "bottom", "hanging", "ideographic"]) {
        x.textBaseline = baseline;
        const m = x.measureText("Hg, j");
        out.push([
          m.actualBoundingBoxLeft, m.actualBoundingBoxRight, m.actualBoundingBoxAscent, m.actualBoundingBoxDescent, m.fontBoundingBoxAscent,
          m.fontBoundingBoxDescent, m.alphabeticBaseline, m.hangingBaseline, m.ideographicBaseline,
        ].map((v) => +v.toFixed(2)));
      }
    }
  }
  return differences(out, BOXES);
});

check("letter and word spacing", [48.926, 63.926, 73.926, 68.916], () => {
  const x = fresh();
  x.font = "20px Arial";
  const out = [x.measureText("ab cd").width];
  x.letterSpacing = "3px";
  out.push(x.measureText("ab cd").width);
  x.wordSpacing = "10px";
  out.push(x.measureText("ab cd").width);
  x.letterSpacing = "0px";
  x.fontKerning = "none";
  out.push(x.measureText("AV AV").width);
  return out.map((v) => +v.toFixed(3));
});

check("encoding", ["data:image/png", "data:image/jpeg", "data:image/png", "data:,", 4], async () => {
  const x = fresh(4, 4);
  x.fillStyle = "lime";
  x.fillRect(0, 0, 4, 4);
  const head = (url) => url.split(";")[0];
  const image = new Image();
  image.src = x.canvas.toDataURL();
  await image.decode();
  const empty = document.createElement("canvas");
  empty.width = 0;
  return [head(x.canvas.toDataURL()), head(x.canvas.toDataURL("image/jpeg", 0.5)), head(x.canvas.toDataURL("image/x")), empty.toDataURL(), image.naturalWidth];
});

check("blobs and bitmaps", ["image/png", true, [8, 6], [255, 0, 0, 255], [3, 2], 0, "DOMException InvalidStateError"], async () => {
  const x = fresh(8, 6);
  x.fillStyle = "red";
  x.fillRect(0, 0, 8, 6);
  const blob = await new Promise((resolve) => x.canvas.toBlob(resolve));
  const bitmap = await createImageBitmap(blob);
  const y = fresh(8, 6);
  y.drawImage(bitmap, 0, 0);
  const part = await createImageBitmap(x.canvas, 1, 1, 3, 2);
  const size = [bitmap.width, bitmap.height];
  const partSize = [part.width, part.height];
  bitmap.close();
  return [blob.type, blob.size > 20, size, px(y), partSize, bitmap.width, thrown(() => y.drawImage(bitmap, 0, 0))];
});

check("offscreen canvases", ["[object OffscreenCanvasRenderingContext2D]", [0, 0, 255, 255], [0, 0, 0, 0], [5, 4]], () => {
  const off = new OffscreenCanvas(5, 4);
  const o = off.getContext("2d");
  o.fillStyle = "blue";
  o.fillRect(0, 0, 5, 4);
  const bitmap = off.transferToImageBitmap();
  const x = fresh();
  x.drawImage(bitmap, 0, 0);
  return [`${o}`, px(x), Array.from(o.getImageData(0, 0, 1, 1).data), [bitmap.width, bitmap.height]];
});

check("drawing a canvas draws it as it was", [[255, 0, 0, 255], [0, 0, 255, 255], [0, 128, 0, 255]], () => {
  const a = fresh();
  const b = fresh();
  a.fillStyle = "red";
  a.fillRect(0, 0, 20, 20);
  b.drawImage(a.canvas, 0, 0, 5, 20);
  a.fillStyle = "blue";
  a.fillRect(0, 0, 20, 20);
  b.drawImage(a.canvas, 5, 0, 5, 20);
  a.canvas.width = 10;
  a.fillStyle = "green";
  a.fillRect(0, 0, 20, 20);
  b.drawImage(a.canvas, 10, 0);
  return [px(b, 2), px(b, 7), px(b, 12)];
});

check("a pattern keeps the canvas as it was", [255, 0, 0, 255], () => {
  const a = fresh(4, 4);
  a.fillStyle = "red";
  a.fillRect(0, 0, 4, 4);
  const x = fresh();
  x.fillStyle = x.createPattern(a.canvas, "repeat");
  a.clearRect(0, 0, 4, 4);
  x.fillRect(0, 0, 20, 20);
  return px(x, 10, 10);
});

check("clearing everything forgets nothing of the state", [[0, 0, 0, 0], [255, 0, 0, 255], [0, 0, 0, 0]], () => {
  const x = fresh();
  x.fillStyle = "red";
  x.save();
  x.beginPath();
  x.rect(5, 5, 5, 5);
  x.clip();
  x.fillRect(0, 0, 20, 20);
  x.save();
  x.restore();
  x.clearRect(-1, -1, 50, 50);
  x.fillRect(0, 0, 20, 20);
  return [px(x, 0), px(x, 7, 7), px(x, 15, 15)];
});

check("huge canvases draw nothing and end nothing", [[0, 0, 0, 0], "data:,"], () => {
  const x = fresh(30000, 30000);
  x.fillRect(0, 0, 100, 100);
  return [px(x), x.canvas.toDataURL()];
});

check("an opaque canvas blends with black", [[0, 0, 0, 0], [128, 0, 0, 255]], () => {
  const x = fresh(4, 4, { alpha: false });
  const before = px(x);
  x.fillStyle = "rgba(255,0,0,.5)";
  x.fillRect(0, 0, 4, 4);
  return [before, px(x)];
});

check("pixel methods enforce the range of their integers", ["TypeError", "TypeError", "TypeError", "TypeError", 3, 2], () => {
  const ctx = fresh();
  const named = (run) => {
    try {
      run();
      return "nothing";
    } catch (error) {
      return error.name;
    }
  };
  const data = ctx.createImageData(3.7, -2.9);
  return [
    named(() => ctx.createImageData(Infinity, 1)),
    named(() => ctx.getImageData(NaN, 0, 1, 1)),
    named(() => ctx.getImageData(0, 2 ** 31, 1, 1)),
    named(() => ctx.putImageData(data, 0, -Infinity)),
    data.width,
    data.height,
  ];
});

check("relative font sizes of a canvas without style refer to 10px", ["10px sans-serif", "20px serif"], () => {
  const ctx = fresh();
  const fonts = [];
  for (const font of ["1em sans-serif", "200% serif"]) {
    ctx.font = font;
    fonts.push(ctx.font);
  }
  return fonts;
});

check("operator clear", [[255, 0, 0, 255], [0, 0, 0, 0], true, [0, 0, 0, 0]], () => {
  const x = fresh();
  x.fillStyle = "#f00";
  x.fillRect(0, 0, 20, 20);
  x.globalCompositeOperation = "clear";
  x.globalAlpha = 0;
  x.fillRect(5, 5, 5.5, 5);
  const clear = [px(x, 1, 1), px(x, 6, 6), Math.abs(px(x, 10, 6)[3] - 128) <= 1];
  // With a shadow all there is goes.
  x.shadowColor = "#0f0";
  x.shadowOffsetX = 10;
  x.fillRect(0, 0, 2, 2);
  return [...clear, px(x, 15, 19)];
});

check("rectangles without height", [[0, 0, 0, 0], [0, 255, 0, 255], [0, 255, 0, 255]], () => {
  const x = fresh(100, 50);
  x.strokeStyle = "#0f0";
  x.lineWidth = 60;
  x.lineCap = "round";
  x.strokeRect(50, 25, 30, 0);
  const caps = px(x, 40, 25);
  x.lineJoin = "round";
  x.strokeRect(50, 25, 30, 0);
  return [caps, px(x, 40, 25), px(x, 60, 25)];
});

check("direction of the element", [true, true, false, true], () => {
  const { canvas } = fresh();
  const x = canvas.getContext("2d");
  const left = () => x.measureText("abc").actualBoundingBoxLeft > 5;
  document.body.append(canvas);
  canvas.dir = "rtl";
  const seen = [left()];
  canvas.removeAttribute("dir");
  document.body.style.direction = "rtl";
  seen.push(left());
  document.body.style.direction = "";
  seen.push(left());
  x.direction = "rtl";
  seen.push(left());
  canvas.remove();
  return seen;
});

check("system colours", ["#000000", "#efefef", "rgba(0, 65, 198, 0.8)", "#ffffff", "#808080"], () => {
  const x = fresh();
  return ["ThreeDDarkShadow", "ButtonFace", "Highlight", "Window", "InactiveCaptionText"].map((name) => {
    x.fillStyle = name;
    return x.fillStyle;
  });
});

check("modern colours", [
  "color(a98-rgb 0.2 0.3 0.4)", "color(xyz-d65 0.2 0.3 0.4)", "color(srgb none 0 0)", "#030304", "color(srgb 1 0 0)", "#000000", "#010203",
  [36, 94, 118, 255], [186, 0, 194, 255], [128, 0, 0, 128], [35, 112, 255, 255],
], () => {
  const x = fresh();
  const text = (css) => {
    x.fillStyle = "#010203";
    x.fillStyle = css;
    return x.fillStyle;
  };
  const drawn = (css) => {
    x.clearRect(0, 0, 20, 20);
    text(css);
    x.fillRect(0, 0, 20, 20);
    return px(x);
  };
  return [
    ...["color(a98-rgb .2 .3 .4)", "color(xyz .2 .3 .4)", "color(srgb none 0 0)", "rgb(calc(1 + 2) 3 4)", "rgb(from red r g b)"].map(text),
    ...["rgba(0, 0, 0, .999)", "color(foo 1 0 0)"].map(text),
    ...["color(rec2020 .2 .3 .4)", "color-mix(in oklch, red, blue)", "rgb(from red calc(r/2) g b / 50%)", "oklch(from blue calc(l + .2) c h)"].map(drawn),
  ];
});

check("display-p3", [
  "display-p3", [62, 99, 146, 255], "display-p3", true, [255, 0, 0, 255], [234, 51, 35, 255], [255, 0, 0, 255], [10, 20, 30, 255], true,
], async () => {
  const x = fresh(20, 20, { colorSpace: "display-p3" });
  x.fillStyle = "rgb(50, 100, 150)";
  x.fillRect(0, 0, 20, 20);
  const own = x.getImageData(0, 0, 1, 1);
  const read = (settings) => Array.from(x.getImageData(0, 0, 1, 1, settings).data);
  const near = (a, b) => a.every((value, i) => Math.abs(value - b[i]) <= 1);
  const srgb = read({ colorSpace: "srgb" });
  x.fillStyle = "color(display-p3 1 0 0)";
  x.fillRect(0, 0, 20, 20);
  const red = read();
  // What is drawn from elsewhere keeps its look, and so does what is drawn elsewhere.
  const other = fresh();
  other.fillStyle = "#f00";
  other.fillRect(0, 0, 20, 20);
  x.drawImage(other.canvas, 0, 0);
  const drawn = read();
  other.drawImage(x.canvas, 0, 0);
  const back = px(other);
  x.putImageData(new ImageData(new Uint8ClampedArray([10, 20, 30, 255]), 1, 1, { colorSpace: "display-p3" }), 0, 0);
  const put = read();
  // An encoded picture says what space it is in.
  x.fillStyle = "color(display-p3 1 0 0)";
  x.fillRect(0, 0, 20, 20);
  const image = new Image();
  image.src = x.canvas.toDataURL();
  await image.decode();
  x.clearRect(0, 0, 20, 20);
  x.drawImage(image, 0, 0);
  return [x.getContextAttributes().colorSpace, Array.from(own.data), own.colorSpace, near(srgb, [50, 100, 150, 255]), red, drawn, back, put, `${read()}` === "255,0,0,255"];
});

check("ImageData of other forms", [
  [4, 2, "Float16Array", "srgb", "rgba-float16"], [2, 2, "Uint8ClampedArray", "display-p3", "rgba-unorm8"], [1, 0.5, 0, 1],
  "DOMException IndexSizeError", "DOMException InvalidStateError", "DOMException InvalidStateError", "TypeError", "TypeError", "RangeError",
  "DOMException IndexSizeError", "DOMException IndexSizeError",
], () => {
  const x = fresh();
  const parts = (image) => [image.width, image.height, image.data.constructor.name, image.colorSpace, image.pixelFormat];
  x.fillStyle = "rgb(255 128 0)";
  x.fillRect(0, 0, 20, 20);
  const { data } = x.getImageData(0, 0, 1, 1, { pixelFormat: "rgba-float16" });
  return [
    parts(new ImageData(new Float16Array(32), 4, 2, { pixelFormat: "rgba-float16" })),
    parts(new ImageData(2, 2, { colorSpace: "display-p3" })),
    Array.from(data, (value) => Math.round(value * 100) / 100),
    thrown(() => new ImageData(new Uint8Array(100), 25)),
    thrown(() => new ImageData(new Uint8ClampedArray(27), 2)),
    thrown(() => new ImageData(new Float16Array(32), 4, 2)),
    thrown(() => new ImageData(self, 4, 4)),
    thrown(() => new ImageData(2, 2, { pixelFormat: "x" })),
    thrown(() => new ImageData(20000, 30000)),
    thrown(() => new ImageData(32768, 32768)),
    thrown(() => new ImageData(new Uint8ClampedArray(16), 2, -2)),
  ];
});

check("pictures that are broken or empty", ["load 40 40", "load 0 10 null", "load 225 150", "error"], async () => {
  const load = (src) => {
    const image = new Image();
    const { promise, resolve } = Promise.withResolvers();
    image.onload = () => resolve([image, "load"]);
    image.onerror = () => resolve([image, "error"]);
    image.src = src;
    return promise;
  };
  const x = fresh(40, 40);
  const url = (() => {
    for (let i = 0; i < 400; i++) {
      x.fillStyle = `rgb(${(i * 37) % 256} ${(i * 91) % 256} ${(i * 53) % 256})`;
      x.fillRect((i % 20) * 2, Math.floor(i / 20) * 2, 2, 2);
    }
    return x.canvas.toDataURL();
  })();
  const [cut, first] = await load(url.slice(0, Math.floor((url.length - 22) / 8) * 4 + 22));
  x.drawImage(cut, 0, 0);
  const svg = (attributes) => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="9" height="9"/></svg>`;
  const [empty, second] = await load(svg(`width="0" height="10"`));
  x.drawImage(empty, 0, 0);
  const [shape, third] = await load(svg(`viewBox="0 0 30 20"`));
  const [, fourth] = await load("data:image/png,nothing");
  return [
    `${first} ${cut.naturalWidth} ${cut.naturalHeight}`,
    `${second} ${empty.naturalWidth} ${empty.naturalHeight} ${x.createPattern(empty, "")}`,
    `${third} ${shape.naturalWidth} ${shape.naturalHeight}`,
    fourth,
  ];
});

check("SVG image elements", ["null", "DOMException InvalidStateError", [0, 0, 255, 255]], async () => {
  const later = () => new Promise((resolve) => setTimeout(resolve, 300));
  const x = fresh();
  const element = document.createElementNS("http://www.w3.org/2000/svg", "image");
  const pattern = `${x.createPattern(element, "")}`;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.append(element);
  document.body.append(svg);
  element.setAttribute("href", "nope:x");
  await later();
  const broken = thrown(() => x.drawImage(element, 0, 0));
  element.setAttribute("href", `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="blue"/></svg>`);
  await later();
  x.drawImage(element, 0, 0);
  svg.remove();
  return [pattern, broken, px(x, 4, 4)];
});

check("a canvas without content as a source", [[0, 0, 0, 0], [0, 0, 0, 0]], () => {
  const x = fresh();
  x.fillRect(0, 0, 20, 20);
  x.globalCompositeOperation = "copy";
  x.drawImage(new OffscreenCanvas(20, 20), 0, 0);
  const copy = px(x);
  x.globalCompositeOperation = "source-over";
  x.fillRect(0, 0, 20, 20);
  x.globalCompositeOperation = "destination-in";
  x.drawImage(fresh().canvas, 0, 0);
  return [copy, px(x)];
});

check("options of getContext are read each time", 2, () => {
  let reads = 0;
  const canvas = new OffscreenCanvas(5, 5);
  const options = {
    get alpha() {
      reads++;
      return true;
    },
  };
  canvas.getContext("2d", options);
  canvas.getContext("2d", options);
  return reads;
});

check("dashes under a large scale", [true, true, true, false], () => {
  const x = fresh(400, 400);
  x.setLineDash([10, 21.4159]);
  x.scale(20, 20);
  x.ellipse(6, 10, 5, 5, 0, 2 * Math.PI, 0);
  return [[11, 10], [8.7, 14.21], [4.1, 14.63], [3.74, 14.46]].map(([a, b]) => x.isPointInStroke(a * 20, b * 20));
});

check("numbers in single precision", [0.10000000149011612, 0.1, [0.10000000149011612, 0.20000000298023224], 0.10000000149011612, 0.9950041652780258, 3.4028234663852886e38], () => {
  const x = fresh();
  x.lineWidth = 0.1;
  x.globalAlpha = 0.1;
  x.setLineDash([0.1, 0.2]);
  x.translate(0.1, 0);
  const moved = x.getTransform().e;
  x.resetTransform();
  x.rotate(0.1);
  const turned = x.getTransform().a;
  x.setTransform(1e300, 0, 0, 1, 0, 0);
  return [x.lineWidth, x.globalAlpha, x.getLineDash(), moved, turned, x.getTransform().a];
});

check("spacing is written in its canonical form", ["3px", "10px", "0.5px", "2vw", "1q", "1cap", "0px", "0px"], () =>
  ["3PX", "1e1px", ".5px", "2vw", "1Q", "1cap", "10%", "calc(1px + 2px)"].map((value) => {
    const x = fresh();
    x.letterSpacing = value;
    return x.letterSpacing;
  }));

check("capitals", [101.17, 95.93, 78.59, 95.93, 78.59, 83.83, 101.17, "small-caps 20px sans-serif", "small-caps", "normal", "20px serif", "condensed"], () => {
  const x = fresh();
  x.font = "20px sans-serif";
  const widths = ["normal", "small-caps", "all-small-caps", "petite-caps", "all-petite-caps", "unicase", "titling-caps"].map((caps) => {
    x.fontVariantCaps = caps;
    return Math.round(x.measureText("abcABC1!é").width * 100) / 100;
  });
  x.fontVariantCaps = "small-caps";
  const { font } = x;
  x.font = "small-caps 20px serif";
  const caps = x.fontVariantCaps;
  x.font = "20px serif";
  const none = x.fontVariantCaps;
  const plain = x.font;
  x.font = "condensed 20px serif";
  return [...widths, font, caps, none, plain, x.fontStretch];
});

check("errors of canvases", [
  "TypeError: Failed to execute 'stroke' on 'CanvasRenderingContext2D': parameter 1 is not of type 'Path2D'.",
  "TypeError: Failed to execute 'drawImage' on 'CanvasRenderingContext2D': Overload resolution failed.",
  "TypeError: Failed to execute 'setTransform' on 'CanvasRenderingContext2D': The provided value is not of type 'DOMMatrixInit'.",
  "TypeError: Failed to execute 'drawFocusIfNeeded' on 'CanvasRenderingContext2D': parameter 1 is not of type 'Element'.",
  "TypeError: Failed to construct 'OffscreenCanvas': Value is outside the 'unsigned long' value range.",
  "TypeError: Failed to execute 'toBlob' on 'HTMLCanvasElement': 1 argument required, but only 0 present.",
  "TypeError: Failed to execute 'createLinearGradient' on 'OffscreenCanvasRenderingContext2D': The provided double value is non-finite.",
], () => {
  const x = fresh();
  const message = (run) => {
    try {
      run();
      return "nothing";
    } catch (error) {
      return `${error}`;
    }
  };
  return [
    () => x.stroke(undefined),
    () => x.drawImage(x.canvas, 1, 2, 3),
    () => x.setTransform(1, 2),
    () => x.drawFocusIfNeeded(5),
    () => new OffscreenCanvas(-1, 1),
    () => x.canvas.toBlob(),
    () => new OffscreenCanvas(1, 1).getContext("2d").createLinearGradient(NaN, 0, 0, 0),
  ].map(message);
});

check("WebP", "image/webp", async () => (await new Promise((resolve) => fresh().canvas.toBlob(resolve, "image/webp"))).type);
