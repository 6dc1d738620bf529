// Plays the scenes of this folder in a browser; common/mod.rs plays them on the device. `scenes` is put in front of this file.
function pattern(name, width, height, seed) {
  const out = new Uint8Array(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      let c = [(seed * 37) % 256, (seed * 91) % 256, (seed * 151) % 256, 255];
      if (name === 'checker') {
        c = ((x >> 1) + (y >> 1)) % 2 === 0 ? [255, 255, 255, 255] : [40, 60 + seed * 30, 200, 255];
      } else if (name === 'gradient') {
        c = [Math.floor((x * 255) / Math.max(width - 1, 1)), Math.floor((y * 255) / Math.max(height - 1, 1)), (seed * 40) % 256, 255];
      } else if (name === 'noise') {
        let h = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(seed, 83492791)) >>> 0;
        h ^= h >>> 13;
        h = Math.imul(h, 0x5bd1e995) >>> 0;
        h = (h ^ (h >>> 15)) >>> 0;
        c = [h & 255, (h >>> 8) & 255, (h >>> 16) & 255, h >>> 24];
      }
      out.set(c, at);
    }
  }
  return out;
}

function texture(gl, t) {
  const kind = { cube: gl.TEXTURE_CUBE_MAP, '3d': gl.TEXTURE_3D, array: gl.TEXTURE_2D_ARRAY }[t.kind] ?? gl.TEXTURE_2D;
  const [w, h, d = 1] = t.size;
  gl.bindTexture(kind, gl.createTexture());
  const levels = t.mipmap ? Math.floor(Math.log2(Math.max(w, h))) + 1 : 1;
  const format = gl[t.format ?? 'RGBA8'];
  if (kind === gl.TEXTURE_3D || kind === gl.TEXTURE_2D_ARRAY) {
    gl.texStorage3D(kind, levels, format, w, h, d);
    for (let z = 0; z < d; z++) gl.texSubImage3D(kind, 0, 0, 0, z, w, h, 1, gl.RGBA, gl.UNSIGNED_BYTE, pattern(t.pattern, w, h, z + 1));
  } else {
    gl.texStorage2D(kind, levels, format, w, h);
    for (let f = 0; f < (t.kind === 'cube' ? 6 : 1); f++) {
      const face = t.kind === 'cube' ? gl.TEXTURE_CUBE_MAP_POSITIVE_X + f : kind;
      gl.texSubImage2D(face, 0, 0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, pattern(t.pattern, w, h, f + 1));
    }
  }
  if (levels > 1) gl.generateMipmap(kind);
  gl.texParameteri(kind, gl.TEXTURE_MAG_FILTER, gl[t.mag ?? 'LINEAR']);
  gl.texParameteri(kind, gl.TEXTURE_MIN_FILTER, gl[t.min ?? 'LINEAR']);
  const wrap = t.wrap ?? [];
  ['S', 'T', 'R'].forEach((axis, i) => gl.texParameteri(kind, gl['TEXTURE_WRAP_' + axis], gl[wrap[i] ?? 'REPEAT']));
}

function state(gl, s, width, height) {
  for (const cap of ['BLEND', 'DEPTH_TEST', 'STENCIL_TEST', 'CULL_FACE', 'SCISSOR_TEST', 'POLYGON_OFFSET_FILL', 'SAMPLE_ALPHA_TO_COVERAGE']) gl.disable(gl[cap]);
  gl.disable(gl.DITHER);
  gl.colorMask(true, true, true, true);
  gl.viewport(...(s.viewport ?? [0, 0, width, height]));
  gl.depthMask(s.depthMask ?? true);
  if (s.blend) {
    gl.enable(gl.BLEND);
    const b = s.blend.map((n) => gl[n]);
    gl.blendFuncSeparate(b[0], b[1], b[2], b[3]);
    gl.blendEquationSeparate(b[4] ?? gl.FUNC_ADD, b[5] ?? gl.FUNC_ADD);
  }
  if (s.blendColor) gl.blendColor(...s.blendColor);
  if (s.mask) gl.colorMask(...s.mask);
  if (s.depth) {
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl[s.depth]);
  }
  if (s.cull) {
    gl.enable(gl.CULL_FACE);
    gl.cullFace(gl[s.cull]);
  }
  if (s.scissor) {
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(...s.scissor);
  }
  if (s.polygonOffset) {
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(...s.polygonOffset);
  }
  if (s.stencil) {
    gl.enable(gl.STENCIL_TEST);
    gl.stencilFunc(gl[s.stencil.func], s.stencil.ref, 0xff);
    gl.stencilOp(...s.stencil.op.map((n) => gl[n]));
  }
  if (s.alphaToCoverage) gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
}

function program(gl, d) {
  const p = gl.createProgram();
  for (const [type, source] of [[gl.VERTEX_SHADER, d.vs], [gl.FRAGMENT_SHADER, d.fs]]) {
    const s = gl.createShader(type);
    gl.shaderSource(s, [source].flat().join('\n'));
    gl.compileShader(s);
    if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(s));
    gl.attachShader(p, s);
  }
  gl.linkProgram(p);
  gl.useProgram(p);
  return p;
}

function draw(gl, d, width, height) {
  const p = program(gl, d);
  gl.bindVertexArray(gl.createVertexArray());
  for (const [name, a] of Object.entries(d.attributes ?? {})) {
    const at = gl.getAttribLocation(p, name);
    if (at < 0) continue;
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(a.data), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, a.size, gl.FLOAT, false, 0, 0);
    gl.vertexAttribDivisor(at, a.divisor ?? 0);
  }
  for (const [name, v] of Object.entries(d.uniforms ?? {})) {
    gl['uniform' + v.length + 'fv'](gl.getUniformLocation(p, name), v);
  }
  state(gl, d.state ?? {}, width, height);
  const mode = gl[d.mode ?? 'TRIANGLES'];
  if (d.indices) {
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(d.indices), gl.STATIC_DRAW);
    gl.drawElementsInstanced(mode, d.count, gl.UNSIGNED_SHORT, 0, d.instances ?? 1);
  } else {
    gl.drawArraysInstanced(mode, 0, d.count, d.instances ?? 1);
  }
}

function play(gl, scene) {
  const [width, height] = scene.size;
  const format = gl[scene.format ?? 'RGBA8'];
  const depth = gl[scene.depthFormat ?? 'DEPTH24_STENCIL8'];
  const samples = scene.samples ?? 0;
  const make = (format, samples, point) => {
    const r = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, r);
    if (samples > 1) gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, width, height);
    else gl.renderbufferStorage(gl.RENDERBUFFER, format, width, height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, point, gl.RENDERBUFFER, r);
  };
  const from = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, from);
  make(format, samples, gl.COLOR_ATTACHMENT0);
  make(depth, samples, depth === gl.DEPTH24_STENCIL8 ? gl.DEPTH_STENCIL_ATTACHMENT : gl.DEPTH_ATTACHMENT);
  state(gl, {}, width, height);
  gl.clearColor(...(scene.clear ?? [0, 0, 0, 0]));
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  for (const t of scene.textures ?? []) texture(gl, t);
  for (const d of scene.draws) draw(gl, d, width, height);
  gl.disable(gl.SCISSOR_TEST);
  if (samples > 1) {
    const to = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, to);
    make(format, 0, gl.COLOR_ATTACHMENT0);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, to);
  }
  const out = new Uint8Array(width * height * 4);
  if (scene.format === 'RGB10_A2') {
    const words = new Uint32Array(width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_INT_2_10_10_10_REV, words);
    words.forEach((w, i) => out.set([w, w >>> 10, w >>> 20].map((v) => Math.round(((v & 1023) * 255) / 1023)).concat((w >>> 30) * 85), i * 4));
  } else {
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, out);
  }
  return out;
}

const results = {};
for (const [name, scene] of Object.entries(scenes)) {
  const gl = document.createElement('canvas').getContext('webgl2');
  try {
    const pixels = play(gl, scene);
    const error = gl.getError();
    results[name] = error ? 'error ' + error : [...pixels].map((b) => b.toString(16).padStart(2, '0')).join('');
  } catch (e) {
    results[name] = 'error ' + e.message;
  }
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
}
document.body.textContent = JSON.stringify(results);
