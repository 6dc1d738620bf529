//! Decoding of audio files: MP3, Ogg Vorbis, FLAC and AAC in MP4. (WAV is decoded by the shims.)

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use deno_core::{JsBuffer, ToJsBuffer, op2};
use serde::Serialize;
use symphonia::core::codecs::audio::AudioDecoderOptions;
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, TrackType};
use symphonia::core::io::MediaSourceStream;
use symphonia::core::meta::MetadataOptions;

/// Most samples of one file, all channels together: 512 MiB of floats.
const SAMPLE_LIMIT: usize = 1 << 27;

/// A decoded file.
#[derive(Debug, PartialEq)]
struct Sound {
    rate: u32,
    channels: Vec<Vec<f32>>,
}

/// What the shims get: samples as 32-bit floats in native order, one channel after the other.
#[derive(Serialize)]
struct Decoded {
    rate: u32,
    channels: u32,
    samples: ToJsBuffer,
}

fn decode(bytes: Vec<u8>) -> Option<Sound> {
    let stream = MediaSourceStream::new(Box::new(Cursor::new(bytes)), Default::default());
    let mut format = symphonia::default::get_probe()
        .probe(&Hint::new(), stream, FormatOptions::default(), MetadataOptions::default())
        .ok()?;
    let track = format.default_track(TrackType::Audio)?;
    let id = track.id;
    let mut decoder = symphonia::default::get_codecs()
        .make_audio_decoder(track.codec_params.as_ref()?.audio()?, &AudioDecoderOptions::default())
        .ok()?;
    let mut sound: Option<Sound> = None;
    let mut planes: Vec<Vec<f32>> = Vec::new();
    // A file that breaks off gives what came before.
    while let Ok(Some(packet)) = format.next_packet() {
        if packet.track_id != id {
            continue;
        }
        let buffer = match decoder.decode(&packet) {
            Ok(buffer) => buffer,
            Err(Error::DecodeError(_)) => continue,
            Err(_) => break,
        };
        if buffer.frames() == 0 {
            continue;
        }
        let rate = buffer.spec().rate();
        buffer.copy_to_vecs_planar(&mut planes);
        let sound = sound.get_or_insert_with(|| Sound {
            rate,
            channels: vec![Vec::new(); planes.len()],
        });
        if sound.channels.len() != planes.len() || sound.rate != rate {
            break;
        }
        for (channel, plane) in sound.channels.iter_mut().zip(&planes) {
            channel.extend_from_slice(plane);
        }
        let total: usize = sound.channels.iter().map(Vec::len).sum();
        if total > SAMPLE_LIMIT {
            return None;
        }
    }
    sound.filter(|sound| sound.rate > 0)
}

/// Decodes a file, without a guard against panics; the number of its channels.
pub(crate) fn decode_sound(bytes: &[u8]) -> Option<usize> {
    decode(bytes.to_vec()).map(|sound| sound.channels.len())
}

/// Decodes an audio file; `null` if its format is not known or its data is broken.
#[op2]
#[serde]
pub(super) fn op_audio_decode(#[buffer] bytes: JsBuffer) -> Option<Decoded> {
    // The decoders are not proof against every malformed file; a panic in one must not end the page.
    let sound = catch_unwind(AssertUnwindSafe(|| decode(bytes.to_vec()))).ok()??;
    let samples: Vec<u8> = sound
        .channels
        .iter()
        .flatten()
        .flat_map(|sample| sample.to_ne_bytes())
        .collect();
    Some(Decoded {
        rate: sound.rate,
        channels: u32::try_from(sound.channels.len()).ok()?,
        samples: samples.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crc(bytes: &[u8], width: u32, polynomial: u32) -> u32 {
        let top = 1 << (width - 1);
        let mask = if width == 32 { u32::MAX } else { (1 << width) - 1 };
        bytes.iter().fold(0, |mut crc, &byte| {
            crc ^= u32::from(byte) << (width - 8);
            for _ in 0..8 {
                crc = if crc & top == 0 { crc << 1 } else { (crc << 1) ^ polynomial };
            }
            crc & mask
        })
    }

    /// A FLAC file of one frame: 192 samples of the same value, mono, 16 bits, 44.1 kHz.
    fn flac(value: i16) -> Vec<u8> {
        let mut file = b"fLaC".to_vec();
        file.extend([0x80, 0, 0, 34, 0, 192, 0, 192, 0, 0, 0, 0, 0, 0]);
        // 20 bits rate, 3 bits channels − 1, 5 bits depth − 1, 36 bits samples.
        let packed: u64 = (44100 << 44) | (15 << 36) | 192;
        file.extend(packed.to_be_bytes());
        file.extend([0; 16]);
        let mut frame = vec![0xff, 0xf8, 0x19, 0x08, 0x00];
        frame.push(crc(&frame, 8, 0x07) as u8);
        frame.push(0);
        frame.extend(value.to_be_bytes());
        frame.extend((crc(&frame, 16, 0x8005) as u16).to_be_bytes());
        file.extend(frame);
        file
    }

    #[test]
    fn flac_decodes_to_its_samples() {
        let sound = decode(flac(16384)).unwrap();
        assert_eq!((sound.rate, sound.channels.len(), sound.channels[0].len()), (44100, 1, 192));
        assert!(sound.channels[0].iter().all(|&sample| sample == 0.5));
    }

    #[test]
    fn what_is_no_audio_is_refused() {
        assert_eq!(decode(Vec::new()), None);
        assert_eq!(decode(vec![0; 4096]), None);
        assert_eq!(decode(b"<!DOCTYPE html><p>not a sound".repeat(50)), None);
    }
}
