//! Sound files and compressed streams.

use oracade_runtime::untrusted;

pub(super) fn sounds() -> Vec<Vec<u8>> {
    let mut flac = b"fLaC".to_vec();
    flac.extend([0x80, 0, 0, 34, 0, 192, 0, 192, 0, 0, 0, 0, 0, 0]);
    let packed: u64 = (44100 << 44) | (15 << 36) | 192;
    flac.extend(packed.to_be_bytes());
    flac.extend([0; 16]);
    flac.extend([0xff, 0xf8, 0x19, 0x08, 0, 0x19, 0, 0x40, 0, 0, 0]);
    // MPEG-1 layer 3 frames of silence, 128 kbit/s, 44.1 kHz.
    let mut mp3 = Vec::new();
    for _ in 0..3 {
        mp3.extend([0xff, 0xfb, 0x90, 0x64]);
        mp3.extend([0; 413]);
    }
    let mut id3 = b"ID3\x04\0\0\0\0\0\x14TIT2\0\0\0\x05\0\0\0name".to_vec();
    id3.extend(&mp3);
    // The first page of an Ogg stream with a Vorbis header; an AAC frame; the boxes of an MP4 file.
    let mut ogg = b"OggS\0\x02".to_vec();
    ogg.extend([0; 8]);
    ogg.extend([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 30, 1]);
    ogg.extend(b"vorbis\0\0\0\0\x02\x44\xac\0\0\0\0\0\0\x80\xbb\0\0\0\0\0\0\xb8\x01");
    let mut aac = vec![0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc];
    aac.extend([0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c, 0, 0, 0]);
    let mut mp4 = vec![0, 0, 0, 24];
    mp4.extend(b"ftypM4A \0\0\0\0M4A mp42\0\0\0\x08moov");
    vec![flac, mp3, id3, ogg, aac, mp4]
}

pub(super) fn streams() -> Vec<Vec<u8>> {
    ["gzip", "deflate", "deflate-raw"]
        .iter()
        .map(|format| untrusted::pack(format, b"some text, some text, some more text; and again some text"))
        .collect()
}
