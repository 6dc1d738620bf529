//! What each network's addresses mean, one row an address.

use super::*;

fn one(address: &str) -> Address {
    match parse(address) {
        Ok(Some(Parsed::One(one))) => one,
        other => panic!("{address}: {other:?}"),
    }
}

#[test]
fn addresses_name_package_range_and_shape() {
    use Network as N;
    use Shape as S;
    let file = |s: &str| S::File(s.into());
    let named = |s: &str| S::Named(s.into());
    let folder = |s: &str| S::Folder(s.into());
    let module = |s: &str| S::Module(s.into());
    let rows = [
        (
            "https://cdn.jsdelivr.net/npm/phaser@3.90.0/dist/phaser.min.js",
            N::Jsdelivr,
            "phaser",
            "3.90.0",
            file("dist/phaser.min.js"),
        ),
        ("https://cdn.jsdelivr.net/npm/phaser@3", N::Jsdelivr, "phaser", "3", file("")),
        ("https://cdn.jsdelivr.net/npm/phaser", N::Jsdelivr, "phaser", "", file("")),
        (
            "https://cdn.jsdelivr.net/npm/three@0.180.0/",
            N::Jsdelivr,
            "three",
            "0.180.0",
            folder(""),
        ),
        (
            "https://cdn.jsdelivr.net/npm/three@0.180.0/examples/jsm/",
            N::Jsdelivr,
            "three",
            "0.180.0",
            folder("examples/jsm/"),
        ),
        (
            "https://cdn.jsdelivr.net/npm/three@0.180/+esm",
            N::Jsdelivr,
            "three",
            "0.180",
            module(""),
        ),
        (
            "https://cdn.jsdelivr.net/npm/three@0.180.0/examples/jsm/controls/OrbitControls.js/+esm",
            N::Jsdelivr,
            "three",
            "0.180.0",
            module("examples/jsm/controls/OrbitControls.js"),
        ),
        (
            "https://cdn.jsdelivr.net/npm/@tweenjs/tween.js@25/dist/tween.umd.js",
            N::Jsdelivr,
            "@tweenjs/tween.js",
            "25",
            file("dist/tween.umd.js"),
        ),
        (
            "https://cdn.jsdelivr.net/npm/@dimforge/rapier3d-compat/+esm",
            N::Jsdelivr,
            "@dimforge/rapier3d-compat",
            "",
            module(""),
        ),
        (
            "https://cdn.jsdelivr.net/npm/phaser@%5E3.60/dist/phaser.js",
            N::Jsdelivr,
            "phaser",
            "^3.60",
            file("dist/phaser.js"),
        ),
        (
            "https://cdn.jsdelivr.net/gh/mrdoob/three.js@r128/build/three.min.js",
            N::Plain,
            "three",
            "0.128.0",
            file("build/three.min.js"),
        ),
        ("https://unpkg.com/three", N::Unpkg, "three", "", file("")),
        (
            "https://unpkg.com/three@~0.160.0/build/three.module.js",
            N::Unpkg,
            "three",
            "~0.160.0",
            file("build/three.module.js"),
        ),
        (
            "https://unpkg.com/three@0.180.0/build/three.module.js?module",
            N::Unpkg,
            "three",
            "0.180.0",
            module("build/three.module.js"),
        ),
        (
            "https://unpkg.com/@scope/pkg@next/",
            N::Unpkg,
            "@scope/pkg",
            "next",
            folder(""),
        ),
        (
            "https://cdnjs.cloudflare.com/ajax/libs/three.js/r128/three.min.js",
            N::Plain,
            "three",
            "0.128.0",
            named("three.min.js"),
        ),
        (
            "https://cdnjs.cloudflare.com/ajax/libs/phaser/3.80.1/phaser.min.js",
            N::Plain,
            "phaser",
            "3.80.1",
            named("phaser.min.js"),
        ),
        (
            "https://cdnjs.cloudflare.com/ajax/libs/pixi.js/8.6.6/pixi.min.js",
            N::Plain,
            "pixi.js",
            "8.6.6",
            named("pixi.min.js"),
        ),
        (
            "https://cdnjs.cloudflare.com/ajax/libs/p5.js/1.9.0/p5.min.js",
            N::Plain,
            "p5",
            "1.9.0",
            named("p5.min.js"),
        ),
        (
            "https://cdnjs.cloudflare.com/ajax/libs/p5.js/1.9.0/addons/p5.sound.min.js",
            N::Plain,
            "p5",
            "1.9.0",
            named("addons/p5.sound.min.js"),
        ),
        (
            "https://cdnjs.cloudflare.com/ajax/libs/matter-js/0.19.0/matter.min.js",
            N::Plain,
            "matter-js",
            "0.19.0",
            named("matter.min.js"),
        ),
        (
            "https://ajax.googleapis.com/ajax/libs/threejs/r84/three.min.js",
            N::Plain,
            "three",
            "0.84.0",
            named("three.min.js"),
        ),
        ("https://esm.sh/three@0.180.0", N::EsmSh, "three", "0.180.0", module("")),
        (
            "https://esm.sh/v135/three@0.180.0/examples/jsm/loaders/GLTFLoader.js",
            N::EsmSh,
            "three",
            "0.180.0",
            module("examples/jsm/loaders/GLTFLoader.js"),
        ),
        (
            "https://esm.sh/three@0.180.0/es2022/three.mjs",
            N::EsmSh,
            "three",
            "0.180.0",
            module(""),
        ),
        ("https://esm.sh/three@0.180.0/", N::EsmSh, "three", "0.180.0", folder("")),
        ("https://esm.run/three", N::Jsdelivr, "three", "", module("")),
        (
            "https://cdn.skypack.dev/three@0.132.2/examples/jsm/controls/OrbitControls.js",
            N::Skypack,
            "three",
            "0.132.2",
            module("examples/jsm/controls/OrbitControls.js"),
        ),
        (
            "https://cdn.skypack.dev/pin/three@v0.132.2-XnDw3kZhqRxb2lJuxYjZ/mode=imports/optimized/three.js",
            N::Skypack,
            "three",
            "0.132.2",
            module(""),
        ),
        (
            "https://ga.jspm.io/npm:es-module-shims@1.8.0/dist/es-module-shims.js",
            N::Plain,
            "es-module-shims",
            "1.8.0",
            file("dist/es-module-shims.js"),
        ),
        (
            "https://threejs.org/build/three.module.js",
            N::Plain,
            "three",
            "latest",
            file("build/three.module.js"),
        ),
        (
            "https://pixijs.download/v8.1.0/pixi.min.js",
            N::Plain,
            "pixi.js",
            "8.1.0",
            named("pixi.min.js"),
        ),
        (
            "https://cdn.babylonjs.com/gui/babylon.gui.min.js",
            N::Plain,
            "babylonjs-gui",
            "latest",
            named("babylon.gui.min.js"),
        ),
        (
            "https://code.jquery.com/jquery-3.7.1.slim.min.js",
            N::Plain,
            "jquery",
            "3.7.1",
            file("dist/jquery.slim.min.js"),
        ),
        (
            "http://unpkg.com/howler@2/dist/howler.js",
            N::Unpkg,
            "howler",
            "2",
            file("dist/howler.js"),
        ),
    ];
    for (address, network, package, range, shape) in rows {
        let got = one(address);
        assert_eq!(
            (got.network, got.package.as_str(), got.range.as_str(), &got.shape),
            (network, package, range, &shape),
            "{address}"
        );
    }
}

#[test]
fn other_places_are_not_recognised() {
    for address in [
        "https://fonts.googleapis.com/css2?family=Inter",
        "https://example.com/npm/three",
        "data:text/javascript,1",
        "./three.js",
        "ftp://unpkg.com/three",
        "https://threejs.org/docs/",
    ] {
        assert_eq!(parse(address), Ok(None), "{address}");
    }
}

#[test]
fn a_page_cannot_make_npm_fetch_anything_but_a_registry_package() {
    for address in [
        "https://cdn.jsdelivr.net/npm/x@file:..%2f..%2fsecret/a.js",
        "https://cdn.jsdelivr.net/npm/x@git+ssh:host/a.js",
        "https://cdn.jsdelivr.net/npm/x@npm:other/a.js",
        "https://unpkg.com/--registry=evil@1/a.js",
        "https://unpkg.com/x@--flag/a.js",
        "https://unpkg.com/x@evil.tgz/a.js",
        "https://unpkg.com/.hidden/a.js",
        "https://unpkg.com/x@1.0.0/a/%2e%2e%2f%2e%2e/b.js",
        "https://cdn.jsdelivr.net/gh/someone/something@1/a.js",
        "https://cdn.jsdelivr.net/combine/npm/x@1/",
        "https://esm.sh/gh/owner/repository",
    ] {
        assert!(parse(address).is_err(), "{address}: {:?}", parse(address));
    }
}

#[test]
fn combined_files_keep_their_order() {
    let Ok(Some(Parsed::Combine(parts))) = parse("https://cdn.jsdelivr.net/combine/npm/b@2/b.js,npm/a@1/a.js") else {
        panic!("not combined");
    };
    let names: Vec<_> = parts.iter().map(|part| part.package.as_str()).collect();
    assert_eq!(names, ["b", "a"]);
}

#[test]
fn esm_sh_options() {
    let address = one("https://esm.sh/a@1?deps=three@0.180.0,b@^2&external=c&target=es2022");
    assert_eq!(
        address.deps,
        [("three".to_owned(), "0.180.0".to_owned()), ("b".to_owned(), "^2".to_owned())]
    );
    assert_eq!(address.external, ["c"]);
    assert_eq!(module_options(&address), "?deps=three@0.180.0,b@^2&external=c");
    assert_eq!(one("https://esm.sh/*a@1").external, ["*"]);
    let again = one(&module_address(
        Network::EsmSh,
        "a@1.0.0",
        "lib/x.js",
        &module_options(&address),
    ));
    assert_eq!((again.deps, again.external), (address.deps, address.external));
}
