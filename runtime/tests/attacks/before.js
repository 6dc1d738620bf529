// Runs before the attack: takes what the scenario needs, so that the scenario asks the platform and nobody else.
globalThis.__take = (() => {
  const { apply, construct } = Reflect;
  const nothing = { __proto__: null };
  const find = (object, name) => {
    for (let at = object; at !== null; at = Object.getPrototypeOf(at)) {
      const descriptor = Object.getOwnPropertyDescriptor(at, name);
      if (descriptor !== undefined) return descriptor;
    }
    throw new Error(`no ${name}`);
  };
  const method = (owner, name) => {
    const f = find(owner, name).value;
    return (self, a, b, c, d, e, g, h) => {
      const list = h !== undefined ? [a, b, c, d, e, g, h] : g !== undefined ? [a, b, c, d, e, g] : e !== undefined ? [a, b, c, d, e]
        : d !== undefined ? [a, b, c, d] : c !== undefined ? [a, b, c] : b !== undefined ? [a, b] : a !== undefined ? [a] : [];
      return apply(f, self, list);
    };
  };
  const getter = (owner, name) => {
    const { get } = find(owner, name);
    return (self) => apply(get, self, []);
  };
  const setter = (owner, name) => {
    const { set } = find(owner, name);
    return (self, value) => apply(set, self, [value]);
  };
  const make = (Class) => (a, b, c) => construct(Class, c !== undefined ? [a, b, c] : b !== undefined ? [a, b] : a !== undefined ? [a] : []);
  const context = CanvasRenderingContext2D.prototype;
  const Offline = OfflineAudioContext;
  return {
    __proto__: null, nothing,
    document, window, localStorage, indexedDB, console,
    create: method(document, "createElement"),
    byId: method(document, "getElementById"),
    query: method(document, "querySelector"),
    queryAll: method(document, "querySelectorAll"),
    length: getter(NodeList.prototype, "length"),
    count: getter(HTMLCollection.prototype, "length"),
    children: getter(Element.prototype, "children"),
    body: getter(document, "body"),
    append: method(Node.prototype, "appendChild"),
    insert: method(Node.prototype, "insertBefore"),
    remove: method(Element.prototype, "remove"),
    appendMany: method(Element.prototype, "append"),
    clone: method(Node.prototype, "cloneNode"),
    textOf: getter(Node.prototype, "textContent"),
    setText: setter(Node.prototype, "textContent"),
    html: getter(Element.prototype, "innerHTML"),
    setHtml: setter(Element.prototype, "innerHTML"),
    attr: method(Element.prototype, "getAttribute"),
    setAttr: method(Element.prototype, "setAttribute"),
    closest: method(Element.prototype, "closest"),
    matches: method(Element.prototype, "matches"),
    box: method(Element.prototype, "getBoundingClientRect"),
    width: getter(DOMRectReadOnly.prototype, "width"),
    height: getter(DOMRectReadOnly.prototype, "height"),
    classes: getter(Element.prototype, "classList"),
    addClass: method(DOMTokenList.prototype, "add"),
    toggleClass: method(DOMTokenList.prototype, "toggle"),
    hasClass: method(DOMTokenList.prototype, "contains"),
    style: getter(HTMLElement.prototype, "style"),
    setProperty: method(CSSStyleDeclaration.prototype, "setProperty"),
    property: method(CSSStyleDeclaration.prototype, "getPropertyValue"),
    computed: method(window, "getComputedStyle"),
    shadow: method(Element.prototype, "attachShadow"),
    listen: method(EventTarget.prototype, "addEventListener"),
    unlisten: method(EventTarget.prototype, "removeEventListener"),
    dispatch: method(EventTarget.prototype, "dispatchEvent"),
    custom: make(CustomEvent),
    detail: getter(CustomEvent.prototype, "detail"),
    click: method(HTMLElement.prototype, "click"),
    eventType: getter(Event.prototype, "type"),
    timeout: method(window, "setTimeout"),
    interval: method(window, "setInterval"),
    stop: method(window, "clearInterval"),
    frame: method(window, "requestAnimationFrame"),
    microtask: method(window, "queueMicrotask"),
    observer: make(MutationObserver),
    observe: method(MutationObserver.prototype, "observe"),
    resizeObserver: make(ResizeObserver),
    observeSize: method(ResizeObserver.prototype, "observe"),
    fetch: method(window, "fetch"),
    text: method(Response.prototype, "text"),
    json: method(Response.prototype, "json"),
    status: getter(Response.prototype, "status"),
    xhr: make(XMLHttpRequest),
    open: method(XMLHttpRequest.prototype, "open"),
    send: method(XMLHttpRequest.prototype, "send"),
    responseText: getter(XMLHttpRequest.prototype, "responseText"),
    context: method(HTMLCanvasElement.prototype, "getContext"),
    dataURL: method(HTMLCanvasElement.prototype, "toDataURL"),
    fillRect: method(context, "fillRect"),
    setFill: setter(context, "fillStyle"),
    setFont: setter(context, "font"),
    fillText: method(context, "fillText"),
    begin: method(context, "beginPath"),
    arc: method(context, "arc"),
    fill: method(context, "fill"),
    dash: method(context, "setLineDash"),
    gradient: method(context, "createLinearGradient"),
    stopAt: method(CanvasGradient.prototype, "addColorStop"),
    path: make(Path2D),
    measure: method(context, "measureText"),
    textWidth: getter(TextMetrics.prototype, "width"),
    pixels: method(context, "getImageData"),
    data: getter(ImageData.prototype, "data"),
    worker: make(Worker),
    tell: method(Worker.prototype, "postMessage"),
    messageData: getter(MessageEvent.prototype, "data"),
    keep: method(Storage.prototype, "setItem"),
    kept: method(Storage.prototype, "getItem"),
    url: make(URL),
    href: getter(URL.prototype, "href"),
    params: getter(URL.prototype, "searchParams"),
    param: method(URLSearchParams.prototype, "get"),
    encoder: make(TextEncoder),
    encode: method(TextEncoder.prototype, "encode"),
    decoder: make(TextDecoder),
    decode: method(TextDecoder.prototype, "decode"),
    blob: make(Blob),
    blobText: method(Blob.prototype, "text"),
    structuredClone: method(window, "structuredClone"),
    abort: make(AbortController),
    signal: getter(AbortController.prototype, "signal"),
    doAbort: method(AbortController.prototype, "abort"),
    aborted: getter(AbortSignal.prototype, "aborted"),
    form: make(FormData),
    formSet: method(FormData.prototype, "append"),
    formGet: method(FormData.prototype, "get"),
    headers: make(Headers),
    header: method(Headers.prototype, "get"),
    range: method(document, "createRange"),
    selectNode: method(Range.prototype, "selectNodeContents"),
    rangeText: method(Range.prototype, "toString"),
    matrix: make(DOMMatrix),
    translate: method(DOMMatrixReadOnly.prototype, "translate"),
    e: getter(DOMMatrixReadOnly.prototype, "e"),
    media: method(window, "matchMedia"),
    mediaMatches: getter(MediaQueryList.prototype, "matches"),
    openDatabase: method(IDBFactory.prototype, "open"),
    result: getter(IDBRequest.prototype, "result"),
    transaction: method(IDBDatabase.prototype, "transaction"),
    store: method(IDBDatabase.prototype, "createObjectStore"),
    storeOf: method(IDBTransaction.prototype, "objectStore"),
    put: method(IDBObjectStore.prototype, "put"),
    get: method(IDBObjectStore.prototype, "get"),
    audio: (f) => construct(Offline, [1, f, 8000]),
    oscillator: method(BaseAudioContext.prototype, "createOscillator"),
    destination: getter(BaseAudioContext.prototype, "destination"),
    connect: method(AudioNode.prototype, "connect"),
    startSource: method(AudioScheduledSourceNode.prototype, "start"),
    render: method(OfflineAudioContext.prototype, "startRendering"),
    channel: method(AudioBuffer.prototype, "getChannelData"),
    define: method(CustomElementRegistry.prototype, "define"),
    registry: customElements,
    HTMLElement,
    Promise,
    log: console.log,
    now: method(performance, "now"),
    performance,
    get animateIt() { return method(Element.prototype, "animate"); },
  };
})();
