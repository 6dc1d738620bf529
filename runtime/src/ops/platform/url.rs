//! WHATWG URL.

use deno_core::op2;
use serde::Serialize;
use url::{Url, quirks};

/// The components of the URL API.
#[derive(Debug, Serialize, PartialEq, Eq)]
struct Parts {
    href: String,
    origin: String,
    protocol: String,
    username: String,
    password: String,
    host: String,
    hostname: String,
    port: String,
    pathname: String,
    search: String,
    hash: String,
}

impl From<&Url> for Parts {
    fn from(url: &Url) -> Self {
        Self {
            href: quirks::href(url).to_owned(),
            origin: quirks::origin(url),
            protocol: quirks::protocol(url).to_owned(),
            username: quirks::username(url).to_owned(),
            password: quirks::password(url).to_owned(),
            host: quirks::host(url).to_owned(),
            hostname: quirks::hostname(url).to_owned(),
            port: quirks::port(url).to_owned(),
            pathname: quirks::pathname(url).to_owned(),
            search: quirks::search(url).to_owned(),
            hash: quirks::hash(url).to_owned(),
        }
    }
}

fn parse(url: &str, base: Option<&str>) -> Option<Url> {
    match base {
        Some(base) => Url::parse(base).ok()?.join(url).ok(),
        None => Url::parse(url).ok(),
    }
}

fn set(href: &str, component: &str, value: &str) -> Option<Url> {
    let mut url = Url::parse(href).ok()?;
    // A value the component refuses leaves the URL as it is (URL § 6.1); only `href` reports.
    match component {
        "href" => quirks::set_href(&mut url, value).ok()?,
        "protocol" => drop(quirks::set_protocol(&mut url, value)),
        "username" => drop(quirks::set_username(&mut url, value)),
        "password" => drop(quirks::set_password(&mut url, value)),
        "host" => drop(quirks::set_host(&mut url, value)),
        "hostname" => drop(quirks::set_hostname(&mut url, value)),
        "port" => drop(quirks::set_port(&mut url, value)),
        "pathname" => quirks::set_pathname(&mut url, value),
        "search" => quirks::set_search(&mut url, value),
        "hash" => quirks::set_hash(&mut url, value),
        _ => return None,
    }
    Some(url)
}

/// Parses a URL against a base (`null` or `undefined`: none). `null` if either is not valid.
#[op2]
#[serde]
pub(super) fn op_url_parse(#[string] url: &str, #[string] base: Option<String>) -> Option<Parts> {
    parse(url, base.as_deref()).as_ref().map(Parts::from)
}

/// Sets one component of a valid URL and gives all of them. `null` if `href` is set to what is not a URL.
#[op2]
#[serde]
pub(super) fn op_url_set(#[string] href: &str, #[string] component: &str, #[string] value: &str) -> Option<Parts> {
    set(href, component, value).as_ref().map(Parts::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_and_setters() {
        let url = parse("../x?y#z", Some("http://localhost/a/b/c")).unwrap();
        assert_eq!(Parts::from(&url).href, "http://localhost/a/x?y#z");
        assert!(parse("x", None).is_none());
        let with_port = set("http://h/", "port", "81").unwrap();
        assert_eq!(Parts::from(&with_port).host, "h:81");
        assert_eq!(set("http://h/", "port", "abc").unwrap().as_str(), "http://h/");
        assert!(set("http://h/", "href", "no").is_none());
        assert_eq!(Parts::from(&parse("data:,x", None).unwrap()).origin, "null");
    }
}
