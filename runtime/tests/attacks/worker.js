onmessage = (event) => {
  postMessage({ __proto__: null, twice: event.data.n * 2, text: event.data.text });
};
