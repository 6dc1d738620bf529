#version 300 es
// The mathematical library: every function that the machine has no exact instruction for. It is compiled by our own
// compiler to the same four-lane code as shaders, so that all back ends give the same bits. Single precision, no fused
// operations; floatBitsToInt gives bits as they are here, so NaN is sorted out before they are used.
precision highp float;
precision highp int;

// Remainder of x by pi/2 in |r| <= pi/4, and the quarter turn. pi/2 in three parts whose products are exact for
// |x| < 10^4; beyond, the error grows with x as that of x itself does.
float turn(float x, out int quarter) {
  float k = roundEven(x * 0.63661977236758);
  quarter = int(k);
  float r = ((x - k * 1.5703125) - k * 4.837512969970703125e-4) - k * 7.54978995489188216e-8;
  return max(-0.8, min(0.8, r));
}
float sin_part(float r) {
  float z = r * r;
  return r + r * z * (-1.6666654611e-1 + z * (8.3321608736e-3 + z * -1.9515295891e-4));
}
float cos_part(float r) {
  float z = r * r;
  return (1.0 - 0.5 * z) + z * z * (4.166664568298827e-2 + z * (-1.388731625493765e-3 + z * 2.443315711809948e-5));
}
float f_sin(float x) {
  int q;
  float r = turn(x, q);
  float a = sin_part(r);
  float b = cos_part(r);
  float v = (q & 1) == 0 ? a : b;
  return (q & 2) == 0 ? v : -v;
}
float f_cos(float x) {
  int q;
  float r = turn(x, q);
  float a = sin_part(r);
  float b = cos_part(r);
  float v = (q & 1) == 0 ? b : a;
  return ((q + 1) & 2) == 0 ? v : -v;
}
float f_tan(float x) {
  int q;
  float r = turn(x, q);
  float s = sin_part(r);
  float c = cos_part(r);
  return (q & 1) == 0 ? s / c : -c / s;
}

float f_atan(float x) {
  float a = abs(x);
  bool high = a > 2.414213562373095;
  bool middle = a > 0.4142135623730950;
  float y = high ? 1.5707963267948966 : (middle ? 0.7853981633974483 : 0.0);
  float t = high ? -1.0 / a : (middle ? (a - 1.0) / (a + 1.0) : a);
  float z = t * t;
  float p = (((8.05374449538e-2 * z - 1.38776856032e-1) * z + 1.99777106478e-1) * z - 3.33329491539e-1) * z * t + t;
  float v = y + p;
  return x < 0.0 ? -v : v;
}
float f_atan2(float y, float x) {
  float ax = abs(x);
  float ay = abs(y);
  float big = max(ax, ay);
  float low = min(ax, ay);
  float q = big == 0.0 ? 0.0 : (low == big ? 1.0 : low / big);
  float v = f_atan(q);
  v = ay > ax ? 1.5707963267948966 - v : v;
  v = x < 0.0 ? 3.141592653589793 - v : v;
  v = y < 0.0 ? -v : v;
  return x != x || y != y ? x + y : v;
}
float asin_part(float z) {
  return (((4.2163199048e-2 * z + 2.4181311049e-2) * z + 4.5470025998e-2) * z + 7.4953002686e-2) * z + 1.6666752422e-1;
}
float f_asin(float x) {
  float a = abs(x);
  bool far = a > 0.5;
  float z = far ? 0.5 * (1.0 - a) : a * a;
  float s = far ? sqrt(z) : a;
  float p = asin_part(z) * z * s + s;
  float v = far ? 1.5707963267948966 - 2.0 * p : p;
  return x < 0.0 ? -v : v;
}
float f_acos(float x) {
  float a = abs(x);
  bool far = a > 0.5;
  float z = far ? 0.5 * (1.0 - a) : a * a;
  float s = far ? sqrt(z) : a;
  float p = asin_part(z) * z * s + s;
  float q = x < 0.0 ? -p : p;
  return far ? (x < 0.0 ? 3.141592653589793 - 2.0 * p : 2.0 * p) : 1.5707963267948966 - q;
}

// p times 2 to the n, in two steps so that neither factor leaves the range.
float scale(float p, int n) {
  int half_n = n >> 1;
  float a = intBitsToFloat((half_n + 127) << 23);
  float b = intBitsToFloat((n - half_n + 127) << 23);
  return p * a * b;
}
// The nearest whole number, ties to even, of a number below 2 to the 22: adding 1.5 times 2 to the 23 leaves it in the low bits.
float whole(float x, out int n) {
  float t = x + 12582912.0;
  n = floatBitsToInt(t) - 0x4b400000;
  return t - 12582912.0;
}
// Of NaN everything that follows is NaN.
float f_exp2(float x) {
  float c = max(-160.0, min(160.0, x));
  int i;
  float n = whole(c, i);
  float f = c - n;
  float p = 1.0 + f * (0.69314718056 + f * (0.24022650696 + f * (0.05550410866 + f * (0.00961812911 + f * (0.00133335581
    + f * (0.00015403530 + f * 0.00001525273))))));
  return scale(p, i);
}
float f_exp(float x) {
  float c = max(-110.0, min(110.0, x));
  int i;
  float n = whole(c * 1.44269504089, i);
  float r = (c - n * 0.693359375) - n * -2.12194440e-4;
  float p = 1.0 + r * (1.0 + r * (0.5 + r * (0.16666666667 + r * (0.04166666667 + r * (0.00833333333
    + r * (0.00138888889 + r * 0.00019841270))))));
  return scale(p, i);
}
// x as m times 2 to the e, m about 1; returns the natural logarithm of m.
float log_part(float x, out float e) {
  bool tiny = x < 1.17549435e-38;
  float y = tiny ? x * 8388608.0 : x;
  int bits = floatBitsToInt(y);
  int k = (bits - 0x3f3504f3) >> 23;
  float m = intBitsToFloat(bits - (k << 23));
  e = float(k) - (tiny ? 23.0 : 0.0);
  float s = (m - 1.0) / (m + 1.0);
  float z = s * s;
  return 2.0 * s + s * z * (0.66666666667 + z * (0.4 + z * (0.28571428571 + z * 0.22222222222)));
}
// Of infinity and NaN it is what they are.
float log_edge(float x, float v) {
  float inf = intBitsToFloat(0x7f800000);
  v = x < inf ? v : x;
  return x == 0.0 ? -inf : v;
}
float log_sign(float x, float v) {
  return x < 0.0 ? intBitsToFloat(0x7fc00000) : v;
}
// Of numbers that are not negative.
float log2_part(float x) {
  float e;
  float l = log_part(x, e);
  return log_edge(x, e + l * 1.44269504089);
}
float f_log2(float x) {
  return log_sign(x, log2_part(x));
}
float f_log(float x) {
  float e;
  float l = log_part(x, e);
  return log_sign(x, log_edge(x, e * 0.693359375 + (l + e * -2.12194440e-4)));
}
// Of negative numbers it is open; Chromium's renderer takes their size.
float f_pow(float x, float y) {
  float v = f_exp2(y * log2_part(abs(x)));
  return y == 0.0 || x == 1.0 ? 1.0 : v;
}

float f_sinh(float x) {
  float a = abs(x);
  float e = f_exp(a * 0.5);
  float z = x * x;
  float near = x + x * z * (0.16666666667 + z * (0.00833333333 + z * (0.00019841270 + z * 0.00000275573)));
  float far = e * (0.5 * e) - 0.5 / e / e;
  return a < 1.0 ? near : (x < 0.0 ? -far : far);
}
float f_cosh(float x) {
  float e = f_exp(abs(x) * 0.5);
  return e * (0.5 * e) + 0.5 / e / e;
}
float f_tanh(float x) {
  float a = min(abs(x), 20.0);
  float e = f_exp(2.0 * a);
  float far = 1.0 - 2.0 / (e + 1.0);
  float z = a * a;
  float near = a + a * z * (-0.33333333333 + z * (0.13333333333 + z * (-0.05396825397 + z * 0.02186948854)));
  float v = a < 0.25 ? near : far;
  return x != x ? x : (x < 0.0 ? -v : v);
}
float f_asinh(float x) {
  float a = abs(x);
  float z = a * a;
  float near = a + a * z * (-0.16666666667 + z * (0.075 + z * (-0.04464285714 + z * 0.03038194444)));
  float far = f_log(a + sqrt(z + 1.0));
  float huge = f_log(a) + 0.69314718056;
  far = a > 1.0e9 ? huge : far;
  float v = a < 0.2 ? near : far;
  return x < 0.0 ? -v : v;
}
float f_acosh(float x) {
  float huge = f_log(x) + 0.69314718056;
  float far = f_log(x + sqrt(x * x - 1.0));
  return x > 1.0e9 ? huge : far;
}
float f_atanh(float x) {
  float a = abs(x);
  float z = a * a;
  float near = a + a * z * (0.33333333333 + z * (0.2 + z * (0.14285714286 + z * 0.11111111111)));
  float far = 0.5 * f_log((1.0 + a) / (1.0 - a));
  float v = a < 0.2 ? near : far;
  return x < 0.0 ? -v : v;
}

// The bits of a half-precision number, rounded to nearest, ties to even.
int f_pack_half(float x) {
  int bits = floatBitsToInt(x);
  int sign_bit = (bits >> 16) & 0x8000;
  int a = bits & 0x7fffffff;
  int rounded = (a - 0x38000000 + 0x0fff + ((a >> 13) & 1)) >> 13;
  // Below 2 to the -14 the bits are multiples of 2 to the -24.
  int small = int(roundEven(intBitsToFloat(a) * 16777216.0));
  int v = a < 0x38800000 ? small : min(rounded, 0x7c00);
  v = a >= 0x7f800000 ? 0x7c00 : v;
  return (x != x ? 0x7e00 : v | sign_bit);
}
float f_unpack_half(int h) {
  int sign_bit = (h & 0x8000) << 16;
  int e = (h >> 10) & 31;
  int m = h & 0x3ff;
  float small = float(m) * 5.9604644775390625e-8;
  float v = intBitsToFloat(((e + 112) << 23) | (m << 13));
  v = e == 0 ? small : v;
  v = e == 31 ? intBitsToFloat(m == 0 ? 0x7f800000 : 0x7fc00000) : v;
  return intBitsToFloat(floatBitsToInt(v) | sign_bit);
}
void main() {}
