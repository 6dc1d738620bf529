//! HTML.

use super::owned;
use oracade_runtime::{Bundle, Engine, Page, PageOptions, Profile, Storage, untrusted};
use std::sync::Arc;
use std::time::Duration;

pub(super) const HTML_WORDS: [&str; 40] = [
    "<div>",
    "</div>",
    "<p>",
    "<table>",
    "<tr>",
    "<td rowspan=65535 colspan=1000>",
    "</table>",
    "<b>",
    "</b>",
    "<a href=x>",
    "<form>",
    "<select>",
    "<option>",
    "<svg>",
    "</svg>",
    "<foreignObject>",
    "<math>",
    "<mi>",
    "<template>",
    "</template>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<!--",
    "-->",
    "<![CDATA[",
    "<!doctype html>",
    "<frameset>",
    "<textarea>",
    "</textarea>",
    "<plaintext>",
    "&amp;",
    "&notin;",
    "&#x10ffff;",
    "&#0;",
    "<canvas>",
    "<input type=range>",
    "<li value=99999999999>",
    "<iframe srcdoc='<p>'>",
];

pub(super) fn documents() -> Vec<Vec<u8>> {
    owned(&[
        "<!doctype html><title>t</title><style>.a{display:flex}p::before{content:'x'}</style><div class=a><p>one<p>two <b>bold<i>both</b>italic</i></div>",
        "<table><caption>c</caption><tr><td>1<td>2<tr><th colspan=2>3</table><select><option>a<optgroup label=g><option selected>b</select><input value=x>",
        "<svg width=100 height=50><defs><linearGradient id=g><stop offset=0 stop-color=red /></linearGradient></defs><rect fill='url(#g)' width=50 height=20 /><text x=5 y=20>svg</text></svg>",
        "<body><canvas id=c></canvas><script>const x = c.getContext('2d'); x.fillRect(1, 2, 30, 40); document.write('<p>written'); c.after('text'); document.body.append(document.createElement('hr'))</script>",
        "<template><p>inert</template><details open><summary>s</summary>d</details><dialog open>x</dialog><ruby>a<rt>b</ruby><math><mi>x</mi></math><textarea rows=3>t</textarea>",
    ])
}

pub(super) fn html(bytes: &[u8]) {
    let mut profile = Profile::default();
    (profile.width, profile.height) = (300, 200);
    profile.limits.watchdog = Duration::from_secs(2);
    profile.limits.heap_bytes = 128 << 20;
    profile.limits.buffer_bytes = 64 << 20;
    let options = PageOptions {
        bundle: Arc::new(Bundle::from_bytes([("index.html".to_owned(), bytes.to_vec())])),
        document: String::new(),
        library: None,
        profile,
        storage: Storage::default(),
        init_scripts: Vec::new(),
    };
    let engine = Engine::get().expect("the engine");
    let Ok(mut page) = Page::open(engine, options) else { return };
    let _ = page.advance(Duration::from_millis(40));
    let ask = "document.documentElement?.outerHTML.length + document.body?.innerText.length";
    for result in [
        page.evaluate(ask).err(),
        page.capture().err(),
        page.advance(Duration::from_millis(40)).err(),
    ] {
        if let Some(oracade_runtime::PageError::Internal(text)) = result {
            panic!("{text}");
        }
    }
}

pub(super) fn fragment(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    untrusted::parse_html(&text);
}
