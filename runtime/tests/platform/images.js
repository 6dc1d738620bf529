const svg = (name) => `data:image/svg+xml,<svg%20xmlns='http://www.w3.org/2000/svg'%20width='40'%20height='20'/>#${name}`;
const put = (html) => {
  const box = document.createElement("div");
  box.innerHTML = html;
  document.body.append(box);
  return box;
};
const chosen = async (html) => {
  const box = put(html);
  await sleep(20);
  const img = box.querySelector("img");
  box.remove();
  return `${img.currentSrc.split("#")[1]} ${img.naturalWidth}`;
};
const canvas = (width) => {
  const element = document.createElement("canvas");
  element.width = width;
  element.height = 10;
  element.getContext("2d").fillRect(0, 0, width, 10);
  return element;
};
const blobURL = (width) => new Promise((resolve) => canvas(width).toBlob((blob) => resolve(URL.createObjectURL(blob))));

check("candidates by density and by width", [10, 40, 20, 40, 10], async () => {
  const [a, b, c] = [await blobURL(10), await blobURL(20), await blobURL(40)];
  const width = async (html) => {
    const box = put(html);
    await sleep(20);
    const { currentSrc } = box.querySelector("img");
    box.remove();
    return [[a, 10], [b, 20], [c, 40]].find(([url]) => url === currentSrc)?.[1];
  };
  return [
    await width(`<img srcset="${a} 1x, ${b} 2x">`), await width(`<img srcset="${a} .5x, ${c} 2x">`),
    await width(`<img srcset="${a} 100w, ${b} 800w, ${c} 4000w" sizes="(max-width: 100px) 10px, calc(50vw + 20px * 2)">`),
    await width(`<picture><source media="(min-width:9000px)" srcset="${a}"><source srcset="${c}"><img src="${b}"></picture>`),
    await width(`<picture><img src="${a}"><source srcset="${b}"></picture>`),
  ];
});
check("sharper pictures that are at hand", ["b 20", "y 40", "s 40"], async () => [
  await chosen(`<img src="${svg("a")}" srcset="${svg("b")} 2x">`),
  await chosen(`<picture><source type="image/nope" srcset="${svg("n")}"><source srcset="${svg("y")}"><img src="${svg("s")}"></picture>`),
  await chosen(`<img srcset="" src="${svg("s")}">`),
]);
check("sources that change", ["y", "z", "s", "k", "s"], async () => {
  const box = put(`<picture><source srcset="${svg("y")}"><img src="${svg("s")}"></picture>`);
  const img = box.querySelector("img");
  const seen = [];
  img.onload = () => seen.push(img.currentSrc.split("#")[1]);
  await sleep(20);
  box.querySelector("source").srcset = svg("z");
  await sleep(20);
  box.querySelector("source").remove();
  await sleep(20);
  const source = document.createElement("source");
  source.srcset = svg("k");
  box.firstChild.prepend(source);
  await sleep(20);
  box.append(img);
  await sleep(20);
  box.remove();
  return seen;
});
check("the size of images without a picture", ["0x0", "0x0", "16x16", "0x0", "30x20", "30x0", "77.8x18", "40x20"], async () => {
  const box = put(`<img><img alt=""><img src="nope.png"><img src="nope.png" alt=""><img src="nope.png" width="30" height="20"><img width="30">
    <img src="nope.png" alt="some text"><img src="${svg("a")}">`);
  await sleep(20);
  const sizes = [...box.children].map((img) => img.getBoundingClientRect());
  box.remove();
  return sizes.map(({ width, height }) => `${Math.round(width * 10) / 10}x${Math.round(height)}`);
});
check("the picture that is there stays until the next has come", [false, 10, true, 20], async () => {
  const img = new Image();
  img.src = await blobURL(10);
  await sleep(20);
  img.src = await blobURL(20);
  const seen = [img.complete, img.naturalWidth];
  await sleep(20);
  return [...seen, img.complete, img.naturalWidth];
});
check("lazy images load when they come near", [true, false, false, 40, 0, 40], async () => {
  const box = put(`<img loading="lazy" src="${svg("a")}"><img loading="lazy" src="${svg("b")}" style="display:none"><div style="height:20000px"></div>
    <img loading="lazy" src="${svg("c")}" width="10" height="10">`);
  const images = [...box.querySelectorAll("img")];
  await sleep(50);
  const seen = images.map((img) => img.complete);
  images[2].scrollIntoView();
  await sleep(50);
  seen.push(...images.map((img) => img.naturalWidth));
  scrollTo(0, 0);
  box.remove();
  return seen;
});
check("documents that nobody shows load nothing", [true, 0, 40], async () => {
  const other = new DOMParser().parseFromString(`<img src="${svg("p")}">`, "text/html");
  const img = other.querySelector("img");
  await sleep(20);
  const seen = [img.complete, img.naturalWidth];
  document.body.append(img);
  await sleep(20);
  seen.push(img.naturalWidth);
  img.remove();
  return seen;
});
check("a bitmap that is scaled ends at its cut", [[0, 0, 0, 255], [0, 0, 0, 255], [0, 0, 0, 0]], async () => {
  const pixel = (bitmap, x, y) => {
    const target = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    target.drawImage(bitmap, 0, 0);
    return [...target.getImageData(x, y, 1, 1).data];
  };
  const whole = await createImageBitmap(canvas(10), { resizeWidth: 40 });
  const beyond = await createImageBitmap(canvas(10), -10, 0, 20, 10, { resizeWidth: 40 });
  return [pixel(whole, 0, 0), pixel(whole, 39, 0), pixel(beyond, 0, 0)];
});
