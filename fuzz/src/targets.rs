//! The readers.

mod checks;
mod contracts;
mod documents;
mod drawing;
mod modules;
mod pictures;
mod shaders;
mod sheets;
mod streams;
mod tapes;

use crate::{Shape, Target};
use oracade_runtime::untrusted;

/// All targets.
#[must_use]
pub fn targets() -> &'static [Target] {
    &TARGETS
}

static TARGETS: [Target; 19] = [
    Target {
        name: "tape",
        about: "tapes, line by line",
        seeds: tapes::tapes,
        shape: Shape::Lines,
        run: tapes::tape,
        test_runs: 3000,
    },
    Target {
        name: "events",
        about: "lists of events of other systems",
        seeds: tapes::event_lists,
        shape: Shape::Json,
        run: tapes::events,
        test_runs: 3000,
    },
    Target {
        name: "html",
        about: "documents: parsed, run, laid out, painted",
        seeds: documents::documents,
        shape: Shape::Text(&documents::HTML_WORDS),
        run: documents::html,
        test_runs: 40,
    },
    Target {
        name: "fragment",
        about: "the HTML parser",
        seeds: documents::documents,
        shape: Shape::Text(&documents::HTML_WORDS),
        run: documents::fragment,
        test_runs: 1500,
    },
    Target {
        name: "css",
        about: "style sheets: parsed, cascaded, laid out, painted",
        seeds: sheets::sheets,
        shape: Shape::Text(&sheets::CSS_WORDS),
        run: sheets::css,
        test_runs: 150,
    },
    Target {
        name: "image",
        about: "PNG, JPEG, GIF, WebP and BMP files",
        seeds: pictures::images,
        shape: Shape::Bytes,
        run: pictures::image,
        test_runs: 800,
    },
    Target {
        name: "png",
        about: "PNG files whose checksums are right",
        seeds: pictures::images,
        shape: Shape::Png,
        run: pictures::image,
        test_runs: 800,
    },
    Target {
        name: "svg",
        about: "SVG images and path data",
        seeds: pictures::drawings,
        shape: Shape::Text(&pictures::SVG_WORDS),
        run: pictures::svg,
        test_runs: 400,
    },
    Target {
        name: "font",
        about: "font files: registered, shaped with, painted",
        seeds: drawing::fonts,
        shape: Shape::Bytes,
        run: drawing::font,
        test_runs: 100,
    },
    Target {
        name: "webgl",
        about: "batches of WebGL commands",
        seeds: crate::webgl::seeds,
        shape: Shape::Bytes,
        run: crate::webgl::run,
        test_runs: 2000,
    },
    Target {
        name: "canvas",
        about: "command buffers of a 2D context",
        seeds: drawing::commands,
        shape: Shape::Words,
        run: drawing::canvas,
        test_runs: 1500,
    },
    Target {
        name: "audio",
        about: "sound files",
        seeds: streams::sounds,
        shape: Shape::Bytes,
        run: |bytes| {
            untrusted::decode_audio(bytes);
        },
        test_runs: 800,
    },
    Target {
        name: "compressed",
        about: "gzip and deflate streams",
        seeds: streams::streams,
        shape: Shape::Bytes,
        run: |bytes| {
            for format in ["gzip", "deflate", "deflate-raw"] {
                untrusted::unpack(format, bytes);
            }
        },
        test_runs: 1500,
    },
    Target {
        name: "checks",
        about: "static checks, judged on a document",
        seeds: checks::checks,
        shape: Shape::Json,
        run: checks::judge,
        test_runs: 300,
    },
    Target {
        name: "wasm",
        about: "games and programs of WebAssembly: compiled, and run on little fuel",
        seeds: modules::modules,
        shape: Shape::Bytes,
        run: modules::module,
        test_runs: 300,
    },
    Target {
        name: "manifest",
        about: "manifests of games of WebAssembly",
        seeds: modules::manifests,
        shape: Shape::Json,
        run: modules::manifest,
        test_runs: 1500,
    },
    Target {
        name: "shader",
        about: "GLSL ES: compiled and linked with a shader that is right",
        seeds: shaders::sources,
        shape: Shape::Text(&shaders::WORDS),
        run: shaders::shader,
        test_runs: 400,
    },
    Target {
        name: "contract",
        about: "contracts: read, their edges and weights",
        seeds: contracts::contracts,
        shape: Shape::Json,
        run: contracts::contract,
        test_runs: 400,
    },
    Target {
        name: "design",
        about: "design documents: tables and ledgers",
        seeds: contracts::documents,
        shape: Shape::Lines,
        run: contracts::document,
        test_runs: 150,
    },
];

fn owned(list: &[&str]) -> Vec<Vec<u8>> {
    list.iter().map(|text| text.as_bytes().to_vec()).collect()
}
