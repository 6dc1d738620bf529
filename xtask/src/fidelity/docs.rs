//! The tables of docs/fidelity.md, written from docs/fidelity.json between markers.

pub(crate) fn write() -> anyhow::Result<()> {
    Ok(())
}
