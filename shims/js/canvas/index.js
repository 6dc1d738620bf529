// The canvas modules in the order in which `main.js` installs them.
import * as bitmap from "ext:oracade/canvas/bitmap.js";
import * as context2d from "ext:oracade/canvas/context2d.js";
import * as element from "ext:oracade/canvas/element.js";
import * as geometry from "ext:oracade/canvas/geometry.js";
import * as imageData from "ext:oracade/canvas/image_data.js";
import * as offscreen from "ext:oracade/canvas/offscreen.js";
import * as path2d from "ext:oracade/canvas/path2d.js";
import * as placeholder from "ext:oracade/canvas/placeholder.js";
import * as styles from "ext:oracade/canvas/styles.js";
import * as text from "ext:oracade/canvas/text.js";
import * as webgl from "ext:oracade/webgl/contexts.js";

export const modules = [geometry, imageData, path2d, styles, text, context2d, bitmap, offscreen, placeholder, webgl, element];
