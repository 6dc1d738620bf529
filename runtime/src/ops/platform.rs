//! Ops of the platform that is neither DOM nor canvas: resources, URLs, text encodings, digests, storage, compression,
//! audio files and navigation.

mod audio;
mod codec;
mod font;
mod navigation;
mod pack;
mod resource;
mod storage;
mod url;

pub(crate) use audio::decode_sound;
pub use navigation::{Navigation, NavigationRequest};
pub(crate) use pack::{packed, unpacked};
pub use storage::{STORAGE_QUOTA, StorageArea, Storages};

deno_core::extension!(
    oracade_platform,
    ops = [
        resource::op_resource_load,
        url::op_url_parse,
        url::op_url_set,
        codec::op_encoding_label,
        codec::op_encoding_decoder,
        codec::op_encoding_decode,
        codec::op_base64_decode,
        codec::op_base64_encode,
        codec::op_digest,
        pack::op_pack_new,
        pack::op_pack_feed,
        storage::op_storage_keys,
        storage::op_storage_get,
        storage::op_storage_set,
        storage::op_storage_remove,
        storage::op_storage_clear,
        font::op_font_check,
        font::op_font_register,
        font::op_font_unregister,
        navigation::op_navigate,
        audio::op_audio_decode,
    ],
);
