// Pictures drawn by every part of the 2D context, 96 px square each. The same file is drawn by Chromium (scenes.png) and by us.
const SIZE = 96;
const scenes = {};

const make = (w = SIZE, h = SIZE) => {
  const canvas = document.createElement("canvas");
  canvas.width = w;
  canvas.height = h;
  return [canvas, canvas.getContext("2d")];
};

/** A small picture with hard edges, a soft alpha ramp and distinct corners. */
function sprite() {
  const [canvas, c] = make(16, 12);
  c.fillStyle = "#c33";
  c.fillRect(0, 0, 8, 6);
  c.fillStyle = "#3c3";
  c.fillRect(8, 0, 8, 6);
  c.fillStyle = "#33c";
  c.fillRect(0, 6, 8, 6);
  for (let i = 0; i < 8; i++) {
    c.fillStyle = `rgba(255,200,0,${(i + 1) / 8})`;
    c.fillRect(8 + i, 6, 1, 6);
  }
  return canvas;
}

scenes.rects = (c) => {
  c.fillStyle = "#123456";
  c.fillRect(4, 4, 40, 30);
  c.fillStyle = "rgba(255,0,0,.5)";
  c.fillRect(20.5, 10.25, 50.5, 40.75);
  c.clearRect(30, 20, 20.5, 10);
  c.lineWidth = 3;
  c.strokeStyle = "teal";
  c.strokeRect(8, 60, 60, 20);
  c.lineWidth = 1;
  c.strokeRect(10.5, 64.5, 55, 11);
};

scenes.arcs = (c) => {
  c.fillStyle = "orange";
  c.beginPath();
  c.arc(30, 30, 22, 0, Math.PI * 2);
  c.fill();
  c.beginPath();
  c.moveTo(70, 30);
  c.arc(70, 30, 20, 0.4, 4.2, true);
  c.closePath();
  c.fillStyle = "purple";
  c.fill();
  c.beginPath();
  c.ellipse(48, 74, 40, 14, 0.3, 0, Math.PI * 2);
  c.lineWidth = 4;
  c.stroke();
};

scenes.curves = (c) => {
  c.beginPath();
  c.moveTo(5, 90);
  c.bezierCurveTo(20, -40, 60, 140, 90, 8);
  c.lineWidth = 5;
  c.strokeStyle = "navy";
  c.stroke();
  c.beginPath();
  c.moveTo(8, 8);
  c.quadraticCurveTo(90, 20, 60, 80);
  c.lineTo(20, 60);
  c.fillStyle = "rgba(0,150,80,.6)";
  c.fill();
  c.beginPath();
  c.moveTo(10, 30);
  c.arcTo(80, 30, 80, 90, 25);
  c.lineTo(80, 90);
  c.lineWidth = 2;
  c.strokeStyle = "red";
  c.stroke();
};

scenes.roundRect = (c) => {
  c.beginPath();
  c.roundRect(5, 5, 40, 30, 8);
  c.roundRect(50, 5, 40, 30, [2, 10, 15, 0]);
  c.roundRect(90, 90, -80, -40, [{ x: 20, y: 8 }]);
  c.fill();
};

scenes.rules = (c) => {
  const star = (x, y) => {
    c.beginPath();
    for (let i = 0; i < 5; i++) {
      const a = i * 4 * Math.PI / 5 - Math.PI / 2;
      c.lineTo(x + 22 * Math.cos(a), y + 22 * Math.sin(a));
    }
    c.closePath();
  };
  star(24, 30);
  c.fill();
  star(72, 30);
  c.fill("evenodd");
  star(48, 70);
  c.clip("evenodd");
  c.fillStyle = "crimson";
  c.fillRect(0, 0, 96, 96);
};

scenes.lines = (c) => {
  c.lineWidth = 9;
  ["butt", "round", "square"].forEach((cap, i) => {
    c.lineCap = cap;
    c.beginPath();
    c.moveTo(15, 12 + i * 15);
    c.lineTo(40, 12 + i * 15);
    c.stroke();
  });
  c.lineCap = "butt";
  ["miter", "round", "bevel"].forEach((join, i) => {
    c.lineJoin = join;
    c.beginPath();
    c.moveTo(55, 14 + i * 26);
    c.lineTo(72, 26 + i * 26);
    c.lineTo(58, 34 + i * 26);
    c.stroke();
  });
  c.lineJoin = "miter";
  c.miterLimit = 2;
  c.beginPath();
  c.moveTo(8, 60);
  c.lineTo(40, 66);
  c.lineTo(8, 74);
  c.stroke();
};

scenes.dashes = (c) => {
  c.lineWidth = 4;
  c.setLineDash([12, 4]);
  c.strokeRect(8, 8, 80, 30);
  c.lineDashOffset = 6;
  c.setLineDash([5]);
  c.beginPath();
  c.moveTo(5, 50);
  c.lineTo(92, 56);
  c.stroke();
  c.lineCap = "round";
  c.setLineDash([0, 9]);
  c.beginPath();
  c.arc(48, 78, 14, 0, 7);
  c.stroke();
};

scenes.transforms = (c) => {
  c.translate(48, 48);
  for (let i = 0; i < 6; i++) {
    c.save();
    c.rotate(i * Math.PI / 3);
    c.fillStyle = `hsl(${i * 60},80%,50%)`;
    c.fillRect(14, -6, 26, 12);
    c.restore();
  }
  c.scale(2, 0.5);
  c.lineWidth = 4;
  c.beginPath();
  c.arc(0, 0, 6, 0, 7);
  c.stroke();
  c.setTransform(1, 0.3, -0.4, 1, 30, 10);
  c.strokeRect(0, 0, 30, 12);
};

scenes.clips = (c) => {
  c.save();
  c.beginPath();
  c.rect(10, 10, 50, 50);
  c.clip();
  c.beginPath();
  c.arc(60, 40, 30, 0, 7);
  c.clip();
  c.fillStyle = "seagreen";
  c.fillRect(0, 0, 96, 96);
  c.restore();
  c.beginPath();
  c.rect(60.5, 60.5, 20, 20);
  c.clip();
  c.fillStyle = "maroon";
  c.fillRect(0, 0, 96, 96);
};

scenes.linear = (c) => {
  let g = c.createLinearGradient(0, 0, 96, 0);
  g.addColorStop(0, "red");
  g.addColorStop(0.5, "rgba(0,255,0,.2)");
  g.addColorStop(1, "blue");
  c.fillStyle = g;
  c.fillRect(0, 0, 96, 30);
  g = c.createLinearGradient(20, 40, 70, 90);
  g.addColorStop(0, "#fff");
  g.addColorStop(0.5, "#000");
  g.addColorStop(0.5, "#ff0");
  g.addColorStop(0.8, "#f0f");
  c.fillStyle = g;
  c.fillRect(5, 36, 86, 55);
};

scenes.radial = (c) => {
  let g = c.createRadialGradient(30, 30, 4, 36, 34, 28);
  g.addColorStop(0, "white");
  g.addColorStop(1, "darkred");
  c.fillStyle = g;
  c.fillRect(0, 0, 64, 64);
  g = c.createRadialGradient(70, 80, 4, 85, 60, 12);
  g.addColorStop(0, "yellow");
  g.addColorStop(1, "green");
  c.fillStyle = g;
  c.fillRect(0, 64, 96, 32);
};

scenes.conic = (c) => {
  const g = c.createConicGradient(0.5, 48, 48);
  g.addColorStop(0, "red");
  g.addColorStop(0.3, "lime");
  g.addColorStop(0.7, "blue");
  g.addColorStop(1, "red");
  c.fillStyle = g;
  c.beginPath();
  c.arc(48, 48, 44, 0, 7);
  c.fill();
};

scenes.patterns = (c) => {
  ["repeat", "repeat-x", "repeat-y", "no-repeat"].forEach((kind, i) => {
    c.save();
    c.translate((i % 2) * 48, (i >> 1) * 48);
    c.beginPath();
    c.rect(0, 0, 46, 46);
    c.clip();
    c.fillStyle = c.createPattern(sprite(), kind);
    c.fillRect(0, 0, 46, 46);
    c.restore();
  });
  const p = c.createPattern(sprite(), "repeat");
  p.setTransform(new DOMMatrix([0.5, 0.2, -0.2, 0.5, 0, 0]));
  c.fillStyle = p;
  c.beginPath();
  c.arc(48, 48, 20, 0, 7);
  c.fill();
};

[
  "source-over", "source-in", "source-out", "source-atop", "destination-over", "destination-in", "destination-out", "destination-atop",
  "lighter", "copy", "xor", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
  "difference", "exclusion", "hue", "saturation", "color", "luminosity",
].forEach((mode, index, all) => {
  if (index % 13 !== 0) return;
  scenes[`composite${index / 13}`] = (c) => {
    all.slice(index, index + 13).forEach((op, i) => {
      const [canvas, d] = make(24, 24);
      d.fillStyle = "rgba(40,120,220,.8)";
      d.fillRect(2, 2, 14, 14);
      d.globalCompositeOperation = op;
      d.fillStyle = "#e0a020";
      d.beginPath();
      d.arc(14, 14, 8, 0, 7);
      d.fill();
      c.drawImage(canvas, (i % 4) * 24, (i >> 2) * 24);
    });
  };
});

scenes.compositeClip = (c) => {
  c.fillStyle = "rgba(40,120,220,.8)";
  c.fillRect(0, 0, 96, 96);
  c.beginPath();
  c.rect(20, 20, 50, 60);
  c.clip();
  c.globalCompositeOperation = "source-in";
  c.fillStyle = "gold";
  c.fillRect(40, 10, 20, 40);
};

scenes.alpha = (c) => {
  c.globalAlpha = 0.4;
  c.fillStyle = "red";
  c.fillRect(10, 10, 50, 50);
  c.drawImage(sprite(), 30, 30, 48, 36);
  c.strokeStyle = "blue";
  c.lineWidth = 10;
  c.strokeRect(20, 60, 50, 20);
};

scenes.shadows = (c) => {
  c.shadowColor = "rgba(0,0,0,.7)";
  c.shadowBlur = 6;
  c.shadowOffsetX = 5;
  c.shadowOffsetY = 4;
  c.fillStyle = "tomato";
  c.fillRect(10, 10, 30, 30);
  c.shadowBlur = 0;
  c.shadowColor = "blue";
  c.beginPath();
  c.arc(70, 26, 14, 0, 7);
  c.fill();
  c.shadowColor = "#080";
  c.shadowBlur = 20;
  c.shadowOffsetX = 0;
  c.shadowOffsetY = 0;
  c.globalAlpha = 0.8;
  c.drawImage(sprite(), 30, 60, 32, 24);
};

["blur(3px)", "brightness(150%)", "contrast(40%)", "drop-shadow(4px 4px 2px red)", "grayscale(80%)", "hue-rotate(90deg)", "invert(75%)", "opacity(40%)", "saturate(250%)", "sepia(100%)"].forEach(
  (filter) => {
    const name = `filter-${filter.replace(/\(.*/, "")}`;
    scenes[name] = (c) => {
      c.filter = filter;
      c.drawImage(sprite(), 16, 20, 64, 48);
      c.fillStyle = "#48c";
      c.beginPath();
      c.arc(60, 70, 16, 0, 7);
      c.fill();
    };
  },
);

scenes.images = (c) => {
  const s = sprite();
  c.drawImage(s, 2, 2);
  c.drawImage(s, 22, 2, 40, 30);
  c.imageSmoothingEnabled = false;
  c.drawImage(s, 4, 36, 40, 30);
  c.drawImage(s, 4, 2, 8, 8, 50, 36, 24, 24);
  c.imageSmoothingEnabled = true;
  c.drawImage(s, 4, 2, 8, 8, 70, 36, 24, 24);
  c.save();
  c.translate(70, 78);
  c.rotate(0.5);
  c.drawImage(s, -20, -12, 40, 24);
  c.restore();
  c.scale(-1, 1);
  c.drawImage(s, -40, 70, 32, 24);
};

scenes.shrink = (c) => {
  const [big, d] = make(192, 192);
  for (let y = 0; y < 12; y++) for (let x = 0; x < 12; x++) {
    d.fillStyle = (x + y) % 2 ? "#fff" : `hsl(${x * 30},70%,${30 + y * 3}%)`;
    d.fillRect(x * 16, y * 16, 16, 16);
  }
  c.drawImage(big, 0, 0, 60, 60);
  c.imageSmoothingQuality = "high";
  c.drawImage(big, 60, 0, 30, 30);
  c.imageSmoothingEnabled = false;
  c.drawImage(big, 0, 60, 36, 36);
};

scenes.seams = (c) => {
  const s = sprite();
  c.scale(1.37, 1.21);
  c.translate(0.3, 0.7);
  for (let y = 0; y < 5; y++) for (let x = 0; x < 4; x++) c.drawImage(s, x * 16, y * 12);
};

scenes.pixels = (c) => {
  const data = c.createImageData(64, 64);
  for (let i = 0; i < 64 * 64; i++) {
    data.data.set([(i % 64) * 4, (i >> 6) * 4, 128, (i * 7) % 256], i * 4);
  }
  c.putImageData(data, 4, 4);
  c.putImageData(data, 40, 40, 10, 10, 30, 40);
};

scenes.path2d = (c) => {
  const p = new Path2D("M10 10 h30 v30 q-15 10 -30 0 z M60 20 a16 16 0 1 1 0.1 0 z");
  const all = new Path2D();
  all.addPath(p);
  all.addPath(p, { a: 0.7, d: 0.7, e: 10, f: 50 });
  c.fillStyle = "slateblue";
  c.fill(all);
  c.stroke(p);
};

scenes.text = (c) => {
  c.fillStyle = "#000";
  c.font = "16px Arial";
  c.fillText("Hamburg", 3, 16);
  c.font = "italic bold 14px serif";
  c.fillText("Hamburg", 3, 34);
  c.fillStyle = "#06c";
  c.font = "12px monospace";
  c.fillText("x += 12;", 3.3, 50);
  c.font = "20px system-ui";
  c.fillStyle = "rgba(200,0,0,.7)";
  c.textAlign = "center";
  c.fillText("Größe", 48, 72);
  c.fillStyle = "#000";
  c.fillRect(0, 78, 96, 18);
  c.fillStyle = "#fff";
  c.font = "13px sans-serif";
  c.textAlign = "right";
  c.textBaseline = "middle";
  c.fillText("Score: 120", 92, 87);
};

scenes.textStyles = (c) => {
  c.font = "bold 30px Arial";
  c.lineWidth = 2;
  c.strokeStyle = "darkgreen";
  c.strokeText("AgS", 4, 28);
  c.save();
  c.translate(10, 60);
  c.rotate(-0.2);
  c.font = "18px Georgia, serif";
  c.fillText("rotated", 0, 0);
  c.restore();
  c.font = "14px Arial";
  c.fillText("narrowed text", 4, 74, 60);
  c.letterSpacing = "3px";
  c.fillText("wide", 4, 90);
};

scenes.textGradient = (c) => {
  const g = c.createLinearGradient(0, 0, 0, 90);
  g.addColorStop(0, "red");
  g.addColorStop(1, "blue");
  c.fillStyle = g;
  c.font = "900 80px Arial";
  c.fillText("W", 4, 76);
};

scenes.selfDraw = (c) => {
  c.fillStyle = "teal";
  c.fillRect(0, 0, 40, 40);
  c.fillStyle = "white";
  c.fillRect(10, 10, 10, 10);
  c.drawImage(c.canvas, 20, 20);
  c.drawImage(c.canvas, 0, 0, 96, 96, 50, 50, 46, 46);
};

scenes.hairlines = (c) => {
  for (let i = 0; i < 8; i++) {
    c.lineWidth = 0.25 + i * 0.25;
    c.beginPath();
    c.moveTo(4, 4 + i * 10);
    c.lineTo(92, 10 + i * 10);
    c.stroke();
  }
};

/** All scenes side by side, 8 a row: {names, width, height, data}. */
function drawScenes() {
  const names = Object.keys(scenes);
  const [sheet, out] = make(SIZE * 8, SIZE * Math.ceil(names.length / 8));
  names.forEach((name, i) => {
    const [canvas, c] = make();
    scenes[name](c);
    out.putImageData(c.getImageData(0, 0, canvas.width, canvas.height), (i % 8) * SIZE, (i >> 3) * SIZE);
  });
  return { names, sheet, data: out.getImageData(0, 0, sheet.width, sheet.height) };
}
