//! Where a file can be changed, and into what. The changes are those that cargo-mutants makes: another
//! operator, none, a function that returns at once, an arm of a `match` left out, a guard that always holds.

use proc_macro2::Span;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A place in the text, and what may stand there instead.
pub struct Site {
    pub range: Range<usize>,
    pub line: usize,
    /// The function it is in.
    pub function: String,
    pub change: Change,
    pub others: Vec<String>,
}

pub enum Change {
    Binary {
        left: Range<usize>,
        operator: String,
        right: Range<usize>,
    },
    Unary {
        operand: Range<usize>,
        operator: String,
    },
    /// The body of a function returns at once.
    Body,
    /// An arm is left out: its pattern gets a guard that fails.
    Pattern,
    /// The same where there is a guard already.
    Arm,
    Guard,
}

impl Site {
    /// As people read it.
    pub fn name(&self, file: &str, other: &str) -> String {
        let what = match &self.change {
            Change::Binary { operator, .. } => format!("{operator} becomes {other}"),
            Change::Unary { operator, .. } => format!("without {operator}"),
            Change::Body => format!("returns {other}"),
            Change::Pattern | Change::Arm => "without this arm".to_owned(),
            Change::Guard => format!("guard is {other}"),
        };
        format!("{file}:{} {}: {what}", self.line, self.function)
    }
}

/// All sites of a file; and how many changes are left out because the compiler evaluates that code, so that
/// nothing can be switched there.
pub fn find(text: &str) -> Result<(Vec<Site>, usize), String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut finder =
        Finder { text, function: Vec::new(), constant: 0, sites: Vec::new(), left_out: 0 };
    finder.visit_file(&file);
    Ok((finder.sites, finder.left_out))
}

struct Finder<'t> {
    text: &'t str,
    function: Vec<String>,
    /// How many constant contexts the visit is in.
    constant: u32,
    sites: Vec<Site>,
    left_out: usize,
}

impl Finder<'_> {
    fn push(&mut self, range: Range<usize>, at: Span, change: Change, others: Vec<String>) {
        if self.constant > 0 {
            self.left_out += others.len();
        } else if !others.is_empty() {
            let line = at.start().line;
            self.sites.push(Site {
                range,
                line,
                function: self.function.join("::"),
                change,
                others,
            });
        }
    }

    fn in_constant(&mut self, inside: impl FnOnce(&mut Self)) {
        self.constant += 1;
        inside(self);
        self.constant -= 1;
    }

    fn named(&mut self, name: String, inside: impl FnOnce(&mut Self)) {
        self.function.push(name);
        inside(self);
        self.function.pop();
    }

    fn function(
        &mut self,
        attributes: &[syn::Attribute],
        signature: &syn::Signature,
        block: &syn::Block,
        inside: impl FnOnce(&mut Self),
    ) {
        if only_for_tests(attributes) || signature.unsafety.is_some() {
            return;
        }
        let constant = u32::from(signature.constness.is_some());
        self.constant += constant;
        self.named(signature.ident.to_string(), |this| {
            if !block.stmts.is_empty() {
                let open = block.brace_token.span.open().byte_range().end;
                let body = this.text[block.span().byte_range()]
                    .trim_matches(['{', '}', ' ', '\n'])
                    .to_owned();
                let mut others = match &signature.output {
                    syn::ReturnType::Default => vec!["()".to_owned()],
                    syn::ReturnType::Type(_, returned) => values(returned),
                };
                others.retain(|other| *other != body);
                this.push(open..open, signature.ident.span(), Change::Body, others);
            }
            inside(this);
        });
        self.constant -= constant;
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !only_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let of = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        // What Debug shows is for people who debug.
        if only_for_tests(&item.attrs) || of.is_some_and(|name| name.ident == "Debug") {
            return;
        }
        let named = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|name| name.ident.to_string()),
            _ => None,
        };
        self.named(named.unwrap_or_else(|| "impl".to_owned()), |inside| {
            visit::visit_item_impl(inside, item)
        });
    }
    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.named(item.ident.to_string(), |inside| visit::visit_item_trait(inside, item));
    }
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.attrs, &item.sig, &item.block, |inside| {
            visit::visit_item_fn(inside, item)
        });
    }
    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.attrs, &item.sig, &item.block, |inside| {
            visit::visit_impl_item_fn(inside, item)
        });
    }
    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.attrs, &item.sig, block, |inside| {
                visit::visit_trait_item_fn(inside, item)
            });
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.in_constant(|inside| visit::visit_item_const(inside, item));
    }
    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.in_constant(|inside| visit::visit_impl_item_const(inside, item));
    }
    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.in_constant(|inside| visit::visit_trait_item_const(inside, item));
    }
    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.in_constant(|inside| visit::visit_item_static(inside, item));
    }
    fn visit_type(&mut self, item: &'ast syn::Type) {
        self.in_constant(|inside| visit::visit_type(inside, item));
    }
    fn visit_generic_argument(&mut self, item: &'ast syn::GenericArgument) {
        self.in_constant(|inside| visit::visit_generic_argument(inside, item));
    }
    fn visit_variant(&mut self, item: &'ast syn::Variant) {
        self.in_constant(|inside| visit::visit_variant(inside, item));
    }
    fn visit_expr_repeat(&mut self, item: &'ast syn::ExprRepeat) {
        self.visit_expr(&item.expr);
        self.in_constant(|inside| inside.visit_expr(&item.len));
    }
    fn visit_expr_const(&mut self, item: &'ast syn::ExprConst) {
        self.in_constant(|inside| visit::visit_expr_const(inside, item));
    }
    fn visit_pat(&mut self, item: &'ast syn::Pat) {
        self.in_constant(|inside| visit::visit_pat(inside, item));
    }

    fn visit_expr_binary(&mut self, item: &'ast syn::ExprBinary) {
        let operator = self.text[item.op.span().byte_range()].to_owned();
        // A `let` among conditions joined by `or` does not compile.
        let others = if has_let(&item.left) || has_let(&item.right) {
            &[][..]
        } else {
            operators(&operator)
        };
        let (left, right) = (item.left.span().byte_range(), item.right.span().byte_range());
        let others = others.iter().map(|&other| other.to_owned()).collect();
        self.push(
            item.span().byte_range(),
            item.op.span(),
            Change::Binary { left, operator, right },
            others,
        );
        visit::visit_expr_binary(self, item);
    }

    fn visit_expr_unary(&mut self, item: &'ast syn::ExprUnary) {
        if matches!(item.op, syn::UnOp::Not(_) | syn::UnOp::Neg(_)) {
            let operator = self.text[item.op.span().byte_range()].to_owned();
            let change = Change::Unary { operand: item.expr.span().byte_range(), operator };
            self.push(item.span().byte_range(), item.op.span(), change, vec![String::new()]);
        }
        visit::visit_expr_unary(self, item);
    }

    fn visit_expr_match(&mut self, item: &'ast syn::ExprMatch) {
        let is_rest = |arm: &syn::Arm| matches!(arm.pat, syn::Pat::Wild(_)) && arm.guard.is_none();
        let has_rest = item.arms.iter().any(is_rest);
        for arm in item.arms.iter().filter(|arm| !is_rest(arm)) {
            let guard = arm.guard.as_ref().map(|(_, guard)| guard.span().byte_range());
            if has_rest {
                let (range, change) = match &guard {
                    Some(guard) => (guard.clone(), Change::Arm),
                    None => (arm.pat.span().byte_range(), Change::Pattern),
                };
                self.push(range, arm.span(), change, vec![String::new()]);
            }
            if let Some(guard) = guard {
                let others = vec!["true".to_owned(), "false".to_owned()];
                self.push(guard, arm.span(), Change::Guard, others);
            }
        }
        visit::visit_expr_match(self, item);
    }
}

fn only_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

/// Whether it is a chain of conditions with a `let` among them.
fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn operators(operator: &str) -> &'static [&'static str] {
    match operator {
        "==" => &["!="],
        "!=" => &["=="],
        "&&" => &["||"],
        "||" => &["&&"],
        "<" => &["==", ">", "<="],
        ">" => &["==", "<", ">="],
        "<=" => &[">"],
        ">=" => &["<"],
        "+" => &["-", "*"],
        "-" => &["+", "/"],
        "*" => &["+", "/"],
        "/" => &["%", "*"],
        "%" => &["/", "+"],
        "<<" => &[">>"],
        ">>" => &["<<"],
        "&" => &["|", "^"],
        "|" => &["&", "^"],
        "^" => &["|", "&"],
        "+=" => &["-=", "*="],
        "-=" => &["+=", "/="],
        "*=" => &["+=", "/="],
        "/=" => &["%=", "*="],
        "%=" => &["/=", "+="],
        "<<=" => &[">>="],
        ">>=" => &["<<="],
        "&=" => &["|=", "^="],
        "|=" => &["&=", "^="],
        "^=" => &["|=", "&="],
        _ => &[],
    }
}

/// What a function of that type might return instead. Not all have a default; the compiler says which.
fn values(returned: &syn::Type) -> Vec<String> {
    let all = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
    let within = |inner: Vec<String>, open: &str, close: &str| -> Vec<String> {
        inner.into_iter().map(|value| format!("{open}{value}{close}")).collect()
    };
    match returned {
        syn::Type::Never(_) | syn::Type::ImplTrait(_) => Vec::new(),
        syn::Type::Paren(inner) => values(&inner.elem),
        syn::Type::Tuple(tuple) if tuple.elems.is_empty() => all(&["()"]),
        syn::Type::Tuple(tuple) => {
            let firsts: Vec<String> =
                tuple.elems.iter().filter_map(|part| values(part).into_iter().next()).collect();
            if firsts.len() == tuple.elems.len() {
                vec![format!("({},)", firsts.join(", "))]
            } else {
                Vec::new()
            }
        }
        syn::Type::Array(array) => within(values(&array.elem), "[", "; _]"),
        syn::Type::Reference(reference) => match &*reference.elem {
            syn::Type::Path(path) if path.path.is_ident("str") => all(&["\"\"", "\"xyzzy\""]),
            syn::Type::Slice(_) => all(&["Default::default()"]),
            inner => within(values(inner), "Box::leak(Box::new(", "))"),
        },
        syn::Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return Vec::new() };
            let first = match &last.arguments {
                syn::PathArguments::AngleBracketed(arguments) => {
                    arguments.args.iter().find_map(|argument| match argument {
                        syn::GenericArgument::Type(inner) => Some(inner),
                        _ => None,
                    })
                }
                _ => None,
            };
            match (last.ident.to_string().as_str(), first) {
                ("bool", _) => all(&["true", "false"]),
                ("u8" | "u16" | "u32" | "u64" | "u128" | "usize", _) => all(&["0", "1"]),
                ("i8" | "i16" | "i32" | "i64" | "i128" | "isize", _) => all(&["0", "1", "-1"]),
                ("f32" | "f64", _) => all(&["0.0", "1.0", "-1.0"]),
                ("String", _) => all(&["String::new()", "\"xyzzy\".into()"]),
                ("Option", Some(inner)) => {
                    let mut others = all(&["None"]);
                    others.extend(within(values(inner), "Some(", ")"));
                    others
                }
                ("Result", Some(inner)) => within(values(inner), "Ok(", ")"),
                ("Result", None) => all(&["Ok(())"]),
                ("Box" | "Arc" | "Rc", Some(inner)) => {
                    within(values(inner), &format!("{}::new(", last.ident), ")")
                }
                ("Vec", Some(inner)) => {
                    let mut others = all(&["vec![]"]);
                    others.extend(within(values(inner), "vec![", "]"));
                    others
                }
                _ => all(&["Default::default()"]),
            }
        }
        _ => Vec::new(),
    }
}
