// Both sides: logs the events of input that reach elements, one line each, with all that a game reads of them.
(() => {
  const TYPES = ['pointerover', 'pointerenter', 'pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerout', 'pointerleave',
    'gotpointercapture', 'lostpointercapture', 'mouseover', 'mouseenter', 'mousedown', 'mousemove', 'mouseup', 'mouseout', 'mouseleave',
    'click', 'auxclick', 'dblclick', 'contextmenu', 'wheel', 'touchstart', 'touchmove', 'touchend', 'touchcancel', 'keydown', 'keypress',
    'keyup', 'beforeinput', 'input', 'change', 'focus', 'blur', 'focusin', 'focusout', 'submit', 'reset', 'invalid', 'toggle', 'close',
    'cancel', 'scroll', 'select', 'transitionrun', 'transitionstart', 'transitionend', 'animationstart', 'animationend'];
  const name = target => target === window ? 'window' : target === document ? 'document' : target.id || target.nodeName;
  const lines = [];
  function describe(event) {
    const words = [event.type, name(event.target)];
    if (event instanceof MouseEvent) {
      words.push(`at ${event.clientX},${event.clientY}`, `offset ${event.offsetX},${event.offsetY}`, `button ${event.button}`,
        `buttons ${event.buttons}`, `detail ${event.detail}`);
      if (event.movementX || event.movementY) words.push(`moved ${event.movementX},${event.movementY}`);
    }
    if (window.PointerEvent && event instanceof PointerEvent) words.push(event.pointerType, event.isPrimary ? 'primary' : 'secondary', `pressure ${event.pressure}`);
    if (event instanceof WheelEvent) words.push(`delta ${event.deltaX},${event.deltaY}`);
    if (window.TouchEvent && event instanceof TouchEvent) {
      words.push(`touches ${event.touches.length}/${event.targetTouches.length}`);
      for (const touch of event.changedTouches) words.push(`${touch.identifier}@${touch.clientX},${touch.clientY}:${name(touch.target)}`);
    }
    if (event instanceof KeyboardEvent) words.push(JSON.stringify([event.key, event.code, event.keyCode, event.charCode, event.repeat, event.location]));
    if (event instanceof InputEvent) words.push(event.inputType, JSON.stringify(event.data));
    if (event.propertyName || event.animationName) words.push(event.propertyName || event.animationName);
    if (event.relatedTarget) words.push(`from ${name(event.relatedTarget)}`);
    if ('value' in event.target && /^(input|change|beforeinput)$/.test(event.type)) words.push(`value ${JSON.stringify(event.target.value)}`);
    for (const [flag, word] of [['cancelable', 'final'], ['bubbles', 'flat'], ['composed', 'inner'], ['isTrusted', 'untrusted']]) {
      if (!event[flag]) words.push(word);
    }
    return words.join(' ');
  }
  for (const type of TYPES) {
    // Chromium leaves enter and leave events out that no node listens for, and a window is no node.
    const target = /(enter|leave)$/.test(type) ? document : window;
    // To a document they come as well there once it listens; no game looks at that.
    target.addEventListener(type, event => { if (event.target !== document || target !== document) lines.push(describe(event)); }, { capture: true, passive: true });
  }
  Object.defineProperty(window, '__events', { value: () => lines.splice(0) });
})();
