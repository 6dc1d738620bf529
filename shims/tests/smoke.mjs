import { load } from "./harness.mjs";
const { hooks, ops } = await load("<!doctype html><html><head><title>Hi</title></head><body><div id=a class='x y'><p>One</p></div></body></html>");
console.log(document.title, document.body.innerHTML, a === document.getElementById("a"));
