// The modules of media elements in the order in which they are installed.
import * as player from "ext:oracade/platform/media/player.js";
import * as ranges from "ext:oracade/platform/media/ranges.js";

export const modules = [ranges, player];
