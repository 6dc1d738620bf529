// Geometry Interfaces Module Level 1.
import { cloneable } from "ext:oracade/platform/structured_clone.js";
import { DOMMatrix, DOMMatrixReadOnly, matrix2d, matrixOf } from "ext:oracade/canvas/matrix.js";
import {
  DOMPoint, DOMPointReadOnly, DOMQuad, DOMRect, DOMRectReadOnly,
} from "ext:oracade/canvas/points.js";

export { DOMMatrix, DOMMatrixReadOnly, DOMPoint, DOMPointReadOnly, DOMQuad, DOMRect, DOMRectReadOnly, matrix2d, matrixOf };

/** Whether an object has what instances of an interface have, and not just their prototype. */
function branded(Class, Base, attribute) {
  const get = Object.getOwnPropertyDescriptor(Base.prototype, attribute).get;
  return (object) => {
    if (!(object instanceof Class)) return false;
    try {
      Reflect.apply(get, object, []);
      return true;
    } catch {
      return false;
    }
  };
}

// The derived class first: an object goes with the first entry that takes it.
for (const Class of [DOMPoint, DOMPointReadOnly]) {
  cloneable({
    tag: Class.name,
    is: branded(Class, DOMPointReadOnly, "x"),
    out: ({ x, y, z, w }) => [x, y, z, w],
    in: (numbers) => new Class(...numbers),
  });
}
for (const Class of [DOMRect, DOMRectReadOnly]) {
  cloneable({
    tag: Class.name,
    is: branded(Class, DOMRectReadOnly, "x"),
    out: ({ x, y, width, height }) => [x, y, width, height],
    in: (numbers) => new Class(...numbers),
  });
}
for (const Class of [DOMMatrix, DOMMatrixReadOnly]) {
  cloneable({
    tag: Class.name,
    is: branded(Class, DOMMatrixReadOnly, "is2D"),
    out: (matrix) => (matrix.is2D ? [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f] : [...matrix.toFloat64Array()]),
    in: (numbers) => new Class(numbers),
  });
}
cloneable({
  tag: "DOMQuad",
  is: branded(DOMQuad, DOMQuad, "p1"),
  out: ({ p1, p2, p3, p4 }) => [p1, p2, p3, p4].map(({ x, y, z, w }) => ({ x, y, z, w })),
  in: (points) => new DOMQuad(...points),
});

export const globals = {
  DOMPointReadOnly,
  DOMPoint,
  DOMRectReadOnly,
  DOMRect,
  DOMQuad,
  DOMMatrixReadOnly,
  DOMMatrix,
  WebKitCSSMatrix: DOMMatrix,
};
