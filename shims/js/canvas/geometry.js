// Geometry Interfaces Module Level 1.
import { DOMMatrix, DOMMatrixReadOnly, matrix2d, matrixOf } from "ext:oracade/canvas/matrix.js";
import {
  DOMPoint, DOMPointReadOnly, DOMQuad, DOMRect, DOMRectReadOnly,
} from "ext:oracade/canvas/points.js";

export { DOMMatrix, DOMMatrixReadOnly, DOMPoint, DOMPointReadOnly, DOMQuad, DOMRect, DOMRectReadOnly, matrix2d, matrixOf };

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
