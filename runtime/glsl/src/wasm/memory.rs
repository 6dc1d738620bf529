//! Where things lie in a stage's memory.

use crate::ir::Func;

/// Results of a lookup, from the start of the scratch area; before them is room for sixteen arguments.
pub(super) const RESULTS: u32 = 16 * 16;

/// Byte offsets.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    pub(super) uniforms: u32,
    pub(super) uniform_words: u32,
    /// Offset and size of each block.
    pub(super) blocks: Vec<(u32, u32)>,
    pub(super) table: u32,
    /// Uniforms that name the units of textures that the code samples itself, and where what it has to know of each lies.
    pub(super) flats: Vec<u32>,
    pub(super) table_of_flats: u32,
    pub(super) scratch: u32,
    /// First byte of each memory, and the end of all.
    pub(super) mems: Vec<u32>,
    pub(super) mems_end: u32,
    pub(super) inputs: u32,
    pub(super) outputs: u32,
    pub(super) alive: u32,
    /// Groups a call takes.
    pub(super) groups: u32,
    pub(super) pages: u32,
}

impl Map {
    /// `prepared` is the number of words behind the uniforms.
    pub(super) fn new(func: &Func, uniform_words: u32, prepared: u32, block_sizes: &[u32]) -> Map {
        let mut at = 0u32;
        let mut take = |bytes: u32| {
            let here = at;
            at = at.saturating_add(bytes).div_ceil(16).saturating_mul(16);
            here
        };
        let uniforms = take((uniform_words + prepared) * 4);
        let blocks = block_sizes.iter().map(|size| (take(*size), *size)).collect();
        let table = take(func.table.len() as u32 * 4);
        let flats = super::flat::units(func);
        let table_of_flats = take(flats.len() as u32 * super::flat::ENTRY);
        let scratch = take(RESULTS + 4 * 16);
        let mems: Vec<u32> = func.mems.iter().map(|size| take(size * 16)).collect();
        let mems_end = take(0);
        let group = (func.inputs + func.outputs) * 16 + 4;
        let groups = (128 * 1024 / group.max(1)).clamp(1, 1024);
        let inputs = take(func.inputs * 16 * groups);
        let outputs = take(func.outputs * 16 * groups);
        let alive = take(groups * 4);
        let pages = take(0).div_ceil(65536).max(1);
        Map {
            uniforms,
            uniform_words,
            blocks,
            table,
            flats,
            table_of_flats,
            scratch,
            mems,
            mems_end,
            inputs,
            outputs,
            alive,
            groups,
            pages,
        }
    }
}
