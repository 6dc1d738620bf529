//! Uniform blocks (section 4.3.7 of GLSL ES 3.00).

use super::qualifiers::Quals;
use super::scope::Symbol;
use super::*;
use crate::types::{Base, Field, Struct};

impl Parser<'_> {
    /// After the qualifiers, at the block's name.
    pub(super) fn interface_block(&mut self, quals: Quals) -> Res<()> {
        let name = self.name()?;
        if quals.storage != Some("uniform") {
            let word = quals.storage.unwrap_or("");
            let reason = "invalid qualifier: interface blocks must be uniform in version lower than GLSL ES 3.10";
            self.error(quals.loc, word, reason);
        }
        if quals.invariant {
            self.error(quals.loc, "invariant", "invalid qualifier on interface block member");
        }
        let layout = quals.layout.clone().unwrap_or_default();
        if layout.location.is_some() {
            let reason = "invalid layout qualifier: only valid on program inputs and outputs";
            self.error(layout.loc, "location", reason);
        }
        let row_major = layout.matrix.unwrap_or(self.row_major);
        self.check_name(&name.text, name.loc);
        self.expect("{")?;
        let mut fields = Vec::new();
        while !self.is("}") {
            self.block_members(&name, row_major, &mut fields)?;
        }
        if fields.is_empty() {
            return self.syntax();
        }
        self.next();
        self.next_symbol();
        let block = self.blocks.len() as u32;
        let fields = Arc::new(Struct {
            name: Arc::from(&*name.text),
            fields,
            id: 0,
        });
        if self.scopes.here(&name.text).is_some() {
            self.error(name.loc, &name.text, "redefinition of an interface block name");
        }
        self.scopes.insert(Arc::from(&*name.text), Symbol::Block);
        let mut declared = Block {
            name: Arc::from(&*name.text),
            instance: None,
            array: None,
            fields: fields.clone(),
            row_major,
        };
        if self.is(";") {
            for (index, field) in fields.fields.iter().enumerate() {
                let id = self.declare(&field.name, name.loc, field.ty.clone(), Storage::Uniform);
                self.vars[id as usize].member = Some((block, index));
            }
        } else {
            let instance = self.name()?;
            let mut ty = Type::scalar(Base::Block(block, fields.clone()));
            if self.is("[") {
                let at = self.loc();
                let size = self.array_size()?;
                if size.is_none() {
                    self.error(at, "[]", "array members of interface blocks must specify a size");
                }
                self.make_array(&mut ty, size, at);
                declared.array = Some(ty.array.unwrap_or(1).max(1));
                ty.array = declared.array;
            }
            declared.instance = Some(Arc::from(&*instance.text));
            self.declare(&instance.text, instance.loc, ty, Storage::Uniform);
        }
        if self.blocks.len() < 4096 {
            self.blocks.push(declared);
        } else {
            return self.syntax();
        }
        self.expect(";")?;
        Ok(())
    }

    fn block_members(&mut self, block: &Token, row_major: bool, fields: &mut Vec<Field>) -> Res<()> {
        let quals = self.qualifiers()?;
        if !matches!(quals.storage, None | Some("uniform")) {
            self.error(
                quals.loc,
                quals.storage.unwrap_or(""),
                "invalid qualifier on interface block member",
            );
        }
        if quals.interpolation.is_some() || quals.invariant {
            self.error(quals.loc, &quals.first, "invalid qualifier on interface block member");
        }
        let mut major = row_major;
        if let Some(layout) = &quals.layout {
            if layout.std140 || layout.shared || layout.location.is_some() {
                self.error(layout.loc, "layout", "invalid layout qualifier: cannot be used here");
            }
            major = layout.matrix.unwrap_or(row_major);
        }
        let (base, loc, declares) = self.type_specifier()?;
        if declares {
            self.error(loc, "struct", "Embedded struct definitions are not allowed");
        }
        let base = self.qualify_precision(base, quals.precision, loc);
        loop {
            let name = self.name()?;
            let mut ty = base.clone();
            while self.is("[") {
                let at = self.loc();
                let size = self.array_size()?;
                self.make_array(&mut ty, size, at);
            }
            if ty.array == Some(0) {
                self.error(name.loc, &name.text, "array members of interface blocks must specify a size");
                ty.array = Some(1);
            }
            self.check_name(&name.text, name.loc);
            if ty.contains(&|t| t.is_sampler()) {
                self.error(block.loc, &block.text, "Opaque types are not allowed in interface blocks");
                ty = Type::scalar(Base::Int);
            }
            if ty.base == Base::Void {
                self.error(name.loc, &name.text, "illegal use of type 'void'");
            }
            if fields.iter().any(|f| *f.name == *name.text) {
                self.error(name.loc, &name.text, "Duplicate field name in structure");
            }
            fields.push(Field {
                name: Arc::from(&*name.text),
                ty,
                row_major: major,
            });
            let total: usize = fields.iter().map(|f| f.ty.scalars()).fold(0, usize::saturating_add);
            if total > self.limits.memory_scalars {
                self.error(
                    name.loc,
                    &name.text,
                    "Size of declared variable exceeds implementation-defined limit",
                );
                fields.clear();
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(())
    }
}
