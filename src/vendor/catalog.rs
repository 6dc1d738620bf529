//! Facts about places that do not name an npm package themselves: libraries of cdnjs and projects' own sites.

use super::address::Shape;

/// Libraries whose name on cdnjs or ajax.googleapis.com differs from the package's.
const LIBRARIES: &[(&str, &str)] = &[
    ("Box2D.js", "box2dweb"),
    ("Sortable", "sortablejs"),
    ("Tone", "tone"),
    ("anime.js", "animejs"),
    ("cannon.js", "cannon"),
    ("dat-gui", "dat.gui"),
    ("fabric.js", "fabric"),
    ("font-awesome", "@fortawesome/fontawesome-free"),
    ("hammer.js", "hammerjs"),
    ("lodash.js", "lodash"),
    ("p5.js", "p5"),
    ("paper.js", "paper"),
    ("phaser-ce", "phaser-ce"),
    ("pixi", "pixi.js"),
    ("planck-js", "planck-js"),
    ("three.js", "three"),
    ("threejs", "three"),
    ("tone", "tone"),
    ("tween.js", "@tweenjs/tween.js"),
    ("underscore.js", "underscore"),
];

/// npm's name for a library of cdnjs or ajax.googleapis.com.
pub(crate) fn package_of(library: &str) -> &str {
    LIBRARIES
        .iter()
        .find(|(name, _)| *name == library)
        .map_or(library, |(_, package)| package)
}

/// npm's version for a network's: three.js numbers its releases `r128`, which npm has as 0.128.0.
pub(crate) fn version_of(package: &str, version: &str) -> String {
    match version.strip_prefix('r') {
        Some(release) if package == "three" && !release.is_empty() && release.bytes().all(|b| b.is_ascii_digit()) => {
            format!("0.{release}.0")
        }
        _ => version.to_owned(),
    }
}

/// A file of a project's own site that its npm package has too: package, version and file.
pub(crate) fn site(host: &str, path: &str) -> Option<(&'static str, String, Shape)> {
    let latest = "latest".to_owned();
    match host {
        "threejs.org" | "www.threejs.org" => {
            let served = path.starts_with("build/") || path.starts_with("examples/jsm/") || path.starts_with("examples/js/");
            let shape = if path.ends_with('/') {
                Shape::Folder(path.to_owned())
            } else {
                Shape::File(path.to_owned())
            };
            served.then_some(("three", latest, shape))
        }
        "pixijs.download" => {
            let (release, file) = path.split_once('/')?;
            let version = if matches!(release, "release" | "latest") {
                "latest"
            } else {
                release.trim_start_matches('v')
            };
            Some(("pixi.js", version.to_owned(), Shape::Named(file.to_owned())))
        }
        "cdn.babylonjs.com" => {
            let (version, file) = match path.strip_prefix('v').and_then(|rest| rest.split_once('/')) {
                Some((version, file)) if version.starts_with(|c: char| c.is_ascii_digit()) => (version, file),
                _ => ("latest", path),
            };
            let (package, file) = match file.split_once('/') {
                None => ("babylonjs", file),
                Some(("gui", file)) => ("babylonjs-gui", file),
                Some(("loaders", file)) => ("babylonjs-loaders", file),
                Some(("materialsLibrary", file)) => ("babylonjs-materials", file),
                Some(_) => return None,
            };
            Some((package, version.to_owned(), Shape::Named(file.to_owned())))
        }
        "code.jquery.com" => {
            let version = path
                .strip_prefix("jquery-")?
                .split(".min.js")
                .next()?
                .trim_end_matches(".js")
                .trim_end_matches(".slim");
            let slim = if path.contains(".slim") { ".slim" } else { "" };
            let min = if path.ends_with(".min.js") { ".min" } else { "" };
            Some((
                "jquery",
                version.to_owned(),
                Shape::File(format!("dist/jquery{slim}{min}.js")),
            ))
        }
        _ => None,
    }
}

/// A file of a repository whose releases npm has too: package, version and path.
pub(crate) fn repository(path: &str) -> Option<(&'static str, String, String)> {
    let (owner, rest) = path.split_once('/')?;
    let (repository, file) = rest.split_once('/')?;
    let (name, release) = repository.split_once('@')?;
    let (package, version) = match (owner, name) {
        ("mrdoob", "three.js") => ("three", version_of("three", release)),
        ("photonstorm" | "phaserjs", "phaser") => ("phaser", release.trim_start_matches('v').to_owned()),
        ("liabru", "matter-js") => ("matter-js", release.to_owned()),
        ("pixijs", "pixijs") => ("pixi.js", release.trim_start_matches('v').to_owned()),
        _ => return None,
    };
    Some((package, version, file.to_owned()))
}
