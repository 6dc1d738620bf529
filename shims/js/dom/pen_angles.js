// A pen's orientation as tilts in degrees and as spherical angles (Pointer Events 3, "Converting between tiltX / tiltY and
// altitudeAngle / azimuthAngle").
const HALF = Math.PI / 2;
const DEGREE = Math.PI / 180;

function azimuthOf(x, y) {
  if (x === 0) return y === 0 ? 0 : y > 0 ? HALF : 3 * HALF;
  if (y === 0) return x < 0 ? Math.PI : 0;
  // A pen that lies on the surface in both planes points nowhere in particular.
  if (Math.abs(x) === 90 || Math.abs(y) === 90) return 0;
  const angle = Math.atan2(Math.tan(y * DEGREE), Math.tan(x * DEGREE));
  return angle < 0 ? angle + 2 * Math.PI : angle;
}

function altitudeOf(x, y) {
  if (Math.abs(x) === 90 || Math.abs(y) === 90) return 0;
  if (x === 0) return HALF - Math.abs(y) * DEGREE;
  if (y === 0) return HALF - Math.abs(x) * DEGREE;
  return Math.atan(1 / Math.hypot(Math.tan(x * DEGREE), Math.tan(y * DEGREE)));
}

/** `[tiltX, tiltY]` in whole degrees. */
function tiltsOf(azimuth, altitude) {
  const along = [Math.cos(azimuth), Math.sin(azimuth)];
  if (altitude === 0) {
    // Cosines of right angles are not quite 0.
    return along.map((part) => (Math.abs(part) < 1e-9 ? 0 : Math.sign(part) * 90));
  }
  const slope = Math.tan(altitude);
  // `+ 0` makes a negative zero positive.
  return along.map((part) => Math.round(Math.atan(part / slope) / DEGREE) + 0);
}

/** The four members of a PointerEvent; the pair that is not given follows from the one that is. */
export function orientation(init) {
  const tilted = init.tiltX !== undefined || init.tiltY !== undefined;
  const angled = init.altitudeAngle !== undefined || init.azimuthAngle !== undefined;
  let tiltX = init.tiltX === undefined ? 0 : init.tiltX | 0;
  let tiltY = init.tiltY === undefined ? 0 : init.tiltY | 0;
  let altitudeAngle = init.altitudeAngle === undefined ? HALF : +init.altitudeAngle;
  let azimuthAngle = init.azimuthAngle === undefined ? 0 : +init.azimuthAngle;
  if (tilted && !angled) {
    azimuthAngle = azimuthOf(tiltX, tiltY);
    altitudeAngle = altitudeOf(tiltX, tiltY);
  } else if (angled && !tilted) {
    [tiltX, tiltY] = tiltsOf(azimuthAngle, altitudeAngle);
  }
  return { tiltX, tiltY, altitudeAngle, azimuthAngle };
}
