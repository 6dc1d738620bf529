window.__log = [];
window.__types = ['pointerover','pointerenter','pointerdown','pointermove','pointerup','pointercancel','pointerout','pointerleave','gotpointercapture','lostpointercapture','mouseover','mouseenter','mousedown','mousemove','mouseup','mouseout','mouseleave','click','auxclick','dblclick','contextmenu','wheel','touchstart','touchmove','touchend','touchcancel','keydown','keypress','keyup','beforeinput','input','change','focus','blur','focusin','focusout'];
window.__rec = function (e) {
  if (e.eventPhase !== 2 && (e.currentTarget !== window)) return;
  if (e.eventPhase === 2 && e.bubbles) return; // bubbling ones are logged at window
  var n = e.target.id || e.target.nodeName || 'window';
  var s = e.type + ' ' + n;
  if (e instanceof MouseEvent) s += ' ' + [e.clientX, e.clientY].join(',') + ' b' + e.button + ' B' + e.buttons + ' d' + e.detail + (e.relatedTarget ? ' r:' + (e.relatedTarget.id || e.relatedTarget.nodeName) : '') + (e.movementX || e.movementY ? ' m' + e.movementX + ',' + e.movementY : '') + ' o' + e.offsetX + ',' + e.offsetY+' p'+e.pageX+','+e.pageY;
  if (window.PointerEvent && e instanceof PointerEvent) s += ' ' + e.pointerType + (e.pointerId>1?'+':e.pointerId) + (e.isPrimary ? 'P' : '') + ' w' + e.width + 'x' + e.height + ' f' + e.pressure;
  if (e instanceof WheelEvent) s += ' D' + e.deltaX + ',' + e.deltaY + ' W' + e.wheelDelta;
  if (window.TouchEvent && e instanceof TouchEvent) s += ' t' + e.touches.length + ' T' + e.targetTouches.length + ' c' + Array.from(e.changedTouches).map(function (t) { return t.identifier + '@' + t.clientX + ',' + t.clientY + ' ' + (t.target.id||t.target.nodeName) + ' r' + t.radiusX + ' f' + t.force; });
  if (e instanceof KeyboardEvent) s += ' ' + JSON.stringify([e.key, e.code, e.keyCode, e.charCode, e.which, e.repeat, e.location, e.shiftKey]);
  if (window.FocusEvent && e instanceof FocusEvent && e.relatedTarget) s += ' r:' + e.relatedTarget.id;
  if (e instanceof InputEvent) s += ' ' + e.inputType + ' ' + e.data;
  s += (e.cancelable ? '' : ' !c') + (e.bubbles ? '' : ' !b') + (e.composed ? '' : ' !C') + (e.isTrusted ? '' : ' UNTRUSTED')+ (e.view||!(e instanceof UIEvent)?'':' noview');
  window.__log.push(s);
  if (window.__prevent && window.__prevent.indexOf(e.type) >= 0) e.preventDefault();
};
window.__types.forEach(function (t) {
  window.addEventListener(t, window.__rec, {passive:false});
});
document.querySelectorAll('*').forEach(function (el) { window.__types.forEach(function (t) { if (/enter$|leave$|^focus$|^blur$/.test(t)) el.addEventListener(t, window.__rec); }); });
