//! One portable libm for the whole process.
//!
//! glibc picks its `sin`, `pow`, `tanh`, … by CPU (with or without FMA), so two x86-64 machines give results that differ in
//! the last bit. Rust's `f64::sin` and friends, every dependency that uses them, and V8's `std::pow` and `std::tanh` all
//! call these C symbols; defining them here, in the binary itself, makes the linker prefer ours. `libm` is a pure Rust port of
//! musl's functions: the same operations in the same order everywhere.

macro_rules! export {
    ($($name:ident($($arg:ident: $ty:ty),+) -> $ret:ty;)+) => {$(
        // SAFETY: the C standard's own signature of this name; the body is a pure function of its arguments. The symbol is meant
        // to take the place of the C library's.
        #[unsafe(no_mangle)]
        extern "C" fn $name($($arg: $ty),+) -> $ret { libm::$name($($arg),+) }
    )+};
}

export! {
    sin(x: f64) -> f64; cos(x: f64) -> f64; tan(x: f64) -> f64;
    asin(x: f64) -> f64; acos(x: f64) -> f64; atan(x: f64) -> f64; atan2(y: f64, x: f64) -> f64;
    sinh(x: f64) -> f64; cosh(x: f64) -> f64; tanh(x: f64) -> f64;
    asinh(x: f64) -> f64; acosh(x: f64) -> f64; atanh(x: f64) -> f64;
    exp(x: f64) -> f64; exp2(x: f64) -> f64; exp10(x: f64) -> f64; expm1(x: f64) -> f64;
    log(x: f64) -> f64; log2(x: f64) -> f64; log10(x: f64) -> f64; log1p(x: f64) -> f64;
    pow(x: f64, y: f64) -> f64; cbrt(x: f64) -> f64; hypot(x: f64, y: f64) -> f64; fmod(x: f64, y: f64) -> f64;
    tgamma(x: f64) -> f64; lgamma(x: f64) -> f64; erf(x: f64) -> f64; erfc(x: f64) -> f64;
    sinf(x: f32) -> f32; cosf(x: f32) -> f32; tanf(x: f32) -> f32;
    asinf(x: f32) -> f32; acosf(x: f32) -> f32; atanf(x: f32) -> f32; atan2f(y: f32, x: f32) -> f32;
    sinhf(x: f32) -> f32; coshf(x: f32) -> f32; tanhf(x: f32) -> f32;
    asinhf(x: f32) -> f32; acoshf(x: f32) -> f32; atanhf(x: f32) -> f32;
    expf(x: f32) -> f32; exp2f(x: f32) -> f32; expm1f(x: f32) -> f32;
    logf(x: f32) -> f32; log2f(x: f32) -> f32; log10f(x: f32) -> f32; log1pf(x: f32) -> f32;
    powf(x: f32, y: f32) -> f32; cbrtf(x: f32) -> f32; hypotf(x: f32, y: f32) -> f32; fmodf(x: f32, y: f32) -> f32;
}

/// `sincos` as glibc declares it; LLVM merges `sin(x)` and `cos(x)` into it.
// SAFETY: glibc's signature; the caller passes two writable places, as its contract demands.
#[unsafe(no_mangle)]
unsafe extern "C" fn sincos(x: f64, sin_out: *mut f64, cos_out: *mut f64) {
    let (s, c) = libm::sincos(x);
    // SAFETY: see above.
    unsafe {
        *sin_out = s;
        *cos_out = c;
    }
}

/// `sincosf` as glibc declares it.
// SAFETY: as `sincos`.
#[unsafe(no_mangle)]
unsafe extern "C" fn sincosf(x: f32, sin_out: *mut f32, cos_out: *mut f32) {
    let (s, c) = libm::sincosf(x);
    // SAFETY: see above.
    unsafe {
        *sin_out = s;
        *cos_out = c;
    }
}

/// True when `f64::sin`, `f64::powf` and `f64::tanh` of this process are the portable ones. The probes are arguments where
/// the C library and `libm` are known to differ for at least one of the functions; equality of all is what is wanted.
pub fn is_interposed() -> bool {
    let mut x = 0.1f64;
    let mut same = true;
    for _ in 0..2000 {
        let v = std::hint::black_box(x);
        same &= v.sin().to_bits() == libm::sin(v).to_bits()
            && v.cos().to_bits() == libm::cos(v).to_bits()
            && v.exp().to_bits() == libm::exp(v).to_bits()
            && v.tanh().to_bits() == libm::tanh(v).to_bits()
            && v.powf(1.37).to_bits() == libm::pow(v, 1.37).to_bits();
        x += 0.037;
    }
    same
}

#[cfg(test)]
mod tests {
    #[test]
    fn std_functions_are_the_portable_ones() {
        assert!(super::is_interposed());
    }
}
