// Web Audio's modules in the order in which they are installed.
import * as analysis from "ext:oracade/platform/audio/analysis.js";
import * as buffer from "ext:oracade/platform/audio/buffer.js";
import * as context from "ext:oracade/platform/audio/context.js";
import * as convolver from "ext:oracade/platform/audio/convolver.js";
import * as effects from "ext:oracade/platform/audio/effects.js";
import * as filters from "ext:oracade/platform/audio/filters.js";
import * as node from "ext:oracade/platform/audio/node.js";
import * as offline from "ext:oracade/platform/audio/offline.js";
import * as panner from "ext:oracade/platform/audio/panner.js";
import * as param from "ext:oracade/platform/audio/param.js";
import * as wave from "ext:oracade/platform/audio/periodic_wave.js";
import * as worklet from "ext:oracade/platform/audio/worklet.js";
import * as workletScope from "ext:oracade/platform/audio/worklet_scope.js";
import * as realm from "ext:oracade/platform/realm.js";
import * as sources from "ext:oracade/platform/audio/sources.js";

export const modules = [param, node, buffer, wave, sources, effects, filters, panner, convolver, analysis, realm, workletScope, worklet, context,
  offline];
