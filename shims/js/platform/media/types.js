// HTMLMediaElement.canPlayType: what Debian's Chromium answers.

const AAC = "mp4a\\.40\\.0?[25]|mp4a\\.40\\.29|mp4a\\.6[67]";
const IN_MP4 = `${AAC}|mp4a\\.69|mp4a\\.6B|mp3|flac|fLaC|opus|Opus`;
const AVC = "avc[13]\\.[0-9A-Fa-f]{6}";
const AV1 = "av01\\.\\d\\.\\d{2}[MH]\\.\\d{2}.*";
const VP9 = "vp09\\.\\d{2}\\.\\d{2}\\.\\d{2}.*";
const OGG = "vorbis|opus|flac";
const HLS = ["maybe", `${AVC}|${AAC}`];

/** For each type: the answer without codecs, and the codecs it may hold. */
const TYPES = {
  "audio/wav": ["maybe", "1"],
  "audio/x-wav": ["maybe", "1"],
  "audio/mpeg": ["probably", "mp3|mp4a\\.69|mp4a\\.6B"],
  "audio/mp3": ["probably", null],
  "audio/x-mp3": ["probably", null],
  "audio/ogg": ["maybe", OGG],
  "application/ogg": ["maybe", OGG],
  "audio/webm": ["maybe", "vorbis|opus"],
  "audio/flac": ["probably", null],
  "audio/aac": ["probably", null],
  "audio/mp4": ["maybe", IN_MP4],
  "audio/x-m4a": ["maybe", AAC],
  "video/mp4": ["maybe", `${AVC}|${AV1}|${VP9}|${IN_MP4}`],
  "video/x-m4v": ["maybe", `${AVC}|${AAC}`],
  "video/3gpp": ["maybe", `${AVC}|${AAC}`],
  "video/webm": ["maybe", `vp8(\\.0)?|vp9(\\.0)?|${VP9}|${AV1}|vorbis|opus`],
  "video/ogg": ["maybe", "vorbis|opus|flac|vp8"],
  "video/x-matroska": ["maybe", `vp8(\\.0)?|vp9(\\.0)?|${VP9}|${AV1}|${AVC}|vorbis|${IN_MP4}`],
  "audio/mpegurl": HLS,
  "application/vnd.apple.mpegurl": HLS,
  "application/x-mpegurl": HLS,
};
/** Names of a family of codecs, which say too little. */
const VAGUE = /^(mp4a\.40|avc[13])$/;

export function canPlayType(type) {
  const text = `${type}`.trim();
  const known = TYPES[text.split(";")[0].trim().toLowerCase()];
  if (known === undefined) return "";
  const [bare, allowed] = known;
  const parameter = /;\s*codecs\s*=\s*(?:"([^"]*)"|([^;\s]*))/i.exec(text);
  const codecs = parameter === null ? "" : parameter[1] ?? parameter[2];
  if (codecs === "") return bare;
  if (allowed === null) return "";
  const fits = new RegExp(`^(?:${allowed})$`);
  let answer = "probably";
  for (const codec of codecs.split(",").map((name) => name.trim())) {
    if (fits.test(codec)) continue;
    if (!VAGUE.test(codec) || !fits.test(codec.startsWith("avc") ? `${codec}.42E01E` : `${codec}.2`)) return "";
    answer = "maybe";
  }
  return answer;
}
