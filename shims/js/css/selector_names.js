// The pseudo-classes and pseudo-elements there are, and what may follow what (Selectors 4, CSS Pseudo-Elements 4, as Chromium has them).

const words = (text) => new Set(text.split(/\s+/));

/** Pseudo-classes without arguments. */
export const CLASSES = words(`root empty first-child last-child only-child first-of-type last-of-type only-of-type checked disabled enabled
  required optional read-only read-write placeholder-shown hover focus focus-within focus-visible active target link visited any-link
  scope defined indeterminate default valid invalid in-range out-of-range user-valid user-invalid fullscreen modal open popover-open
  autofill host current past future picture-in-picture active-view-transition xr-overlay target-current target-before target-after
  interest-source interest-target window-inactive horizontal vertical corner-present double-button single-button no-button start end
  increment decrement -webkit-drag -webkit-full-screen -webkit-full-screen-ancestor -webkit-full-page-media -webkit-any-link
  -webkit-autofill -internal-autofill-previewed`);

/** Pseudo-classes with arguments, by the kind of argument. */
export const FUNCTIONS = {
  not: "list", is: "forgiving", where: "forgiving", "-webkit-any": "compounds", has: "relative", host: "compound",
  "host-context": "compound", lang: "ident", dir: "ident", state: "ident", "active-view-transition-type": "idents",
  "nth-child": "nth", "nth-last-child": "nth", "nth-of-type": "nth", "nth-last-of-type": "nth",
};

/** Pseudo-elements that may be written with one colon. */
export const LEGACY_ELEMENTS = words("before after first-line first-letter");

/** Pseudo-elements without arguments. */
export const ELEMENTS = words(`before after first-line first-letter marker placeholder selection backdrop file-selector-button cue
  details-content grammar-error spelling-error target-text view-transition scroll-marker scroll-marker-group column checkmark
  picker-icon search-text`);

/** The pseudo-elements with Chromium's prefix that stand for something; others are taken, but match nothing. */
export const WEBKIT_ELEMENTS = words(`-webkit-scrollbar -webkit-scrollbar-button -webkit-scrollbar-corner -webkit-scrollbar-thumb
  -webkit-scrollbar-track -webkit-scrollbar-track-piece -webkit-resizer -webkit-input-placeholder -webkit-file-upload-button
  -webkit-slider-thumb -webkit-slider-runnable-track -webkit-slider-container -webkit-progress-bar -webkit-progress-inner-element
  -webkit-progress-value -webkit-meter-bar -webkit-meter-inner-element -webkit-meter-optimum-value -webkit-meter-suboptimum-value
  -webkit-meter-even-less-good-value -webkit-inner-spin-button -webkit-outer-spin-button -webkit-search-cancel-button
  -webkit-search-decoration -webkit-color-swatch -webkit-color-swatch-wrapper -webkit-calendar-picker-indicator -webkit-clear-button
  -webkit-date-and-time-value -webkit-datetime-edit -webkit-datetime-edit-fields-wrapper -webkit-textfield-decoration-container
  -webkit-details-marker -webkit-media-controls -webkit-media-controls-panel`);

/** Pseudo-elements with arguments, by the kind of argument. */
export const ELEMENT_FUNCTIONS = {
  part: "names", slotted: "compound", cue: "list", highlight: "ident", picker: "ident", "scroll-button": "ident or star",
  "view-transition-group": "transition", "view-transition-image-pair": "transition", "view-transition-old": "transition",
  "view-transition-new": "transition",
};

/** Pseudo-classes that ask about the tree; they do not follow ::part(). */
export const STRUCTURAL = words(`root empty first-child last-child only-child first-of-type last-of-type only-of-type nth-child
  nth-last-child nth-of-type nth-last-of-type has`);

const USER_ACTIONS = words("hover active focus focus-visible focus-within");
const SCROLL_BAR = words(`hover active focus enabled disabled horizontal vertical corner-present double-button single-button no-button start
  end increment decrement window-inactive`);

/** Whether a pseudo-class may follow a pseudo-element. */
export function classMayFollow(element, name) {
  if (name === "is" || name === "where") return true;
  if (element === "part") return !STRUCTURAL.has(name);
  if (element === "selection") return name === "window-inactive";
  if (name === "not") return element.startsWith("-webkit-");
  if (element.startsWith("-webkit-")) return SCROLL_BAR.has(name) || USER_ACTIONS.has(name);
  return (element === "file-selector-button" || element === "details-content") && USER_ACTIONS.has(name);
}

/** Whether a pseudo-element may follow another one. */
export function elementMayFollow(element, name) {
  switch (element) {
    case "part":
      return name !== "part" && name !== "slotted";
    case "slotted":
    case "details-content":
      return name === "before" || name === "after" || name === "marker" || name === "placeholder" || name === "file-selector-button";
    case "before":
    case "after":
      return name === "marker";
    case "column":
      return name === "scroll-marker";
    default:
      return false;
  }
}
