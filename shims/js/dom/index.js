// The DOM's modules in the order in which `main.js` installs and starts them.
import * as abort from "ext:oracade/dom/abort.js";
import * as attributes from "ext:oracade/dom/attributes.js";
import * as characterData from "ext:oracade/dom/character_data.js";
import * as collections from "ext:oracade/dom/collections.js";
import "ext:oracade/dom/document_write.js";
import * as cssomView from "ext:oracade/dom/cssom_view.js";
import * as customElements from "ext:oracade/dom/custom_elements.js";
import * as document from "ext:oracade/dom/document.js";
import * as element from "ext:oracade/dom/element.js";
import * as event from "ext:oracade/dom/event.js";
import * as eventTarget from "ext:oracade/dom/event_target.js";
import * as events from "ext:oracade/dom/events.js";
import * as exception from "ext:oracade/dom/exception.js";
import * as htmlDocument from "ext:oracade/dom/html_document.js";
import * as mirror from "ext:oracade/dom/mirror.js";
import * as mutationObserver from "ext:oracade/dom/mutation_observer.js";
import * as node from "ext:oracade/dom/node.js";
import * as parentNode from "ext:oracade/dom/parent_node.js";
import * as parse from "ext:oracade/dom/parse.js";
import * as range from "ext:oracade/dom/range.js";
import * as selection from "ext:oracade/dom/selection.js";
import * as serialize from "ext:oracade/dom/serialize.js";
import * as shadow from "ext:oracade/dom/shadow.js";
import * as tokenList from "ext:oracade/dom/token_list.js";
import * as traversal from "ext:oracade/dom/traversal.js";
import * as uiEvents from "ext:oracade/dom/ui_events.js";
import * as xmlSerialize from "ext:oracade/dom/xml_serialize.js";
import * as window from "ext:oracade/dom/window.js";
import "ext:oracade/dom/xml.js";
import * as dataTransfer from "ext:oracade/dom/data_transfer.js";
import * as declaration from "ext:oracade/css/declaration.js";
import "ext:oracade/css/selectors.js";
import * as stylesheet from "ext:oracade/css/stylesheet.js";
import * as caretPosition from "ext:oracade/dom/caret_position.js";
import * as controls from "ext:oracade/html/controls.js";
import "ext:oracade/html/embedded.js";
import "ext:oracade/html/iframe.js";
import * as elementInternals from "ext:oracade/html/element_internals.js";
import * as commands from "ext:oracade/html/commands.js";
import * as forms from "ext:oracade/html/forms.js";
import * as htmlElement from "ext:oracade/html/html_element.js";
import * as closeWatcher from "ext:oracade/html/close_watcher.js";
import "ext:oracade/html/dialog.js";
import "ext:oracade/html/links.js";
import * as registry from "ext:oracade/html/registry.js";
import * as script from "ext:oracade/html/script.js";
import * as select from "ext:oracade/html/select.js";
import "ext:oracade/html/style.js";
import * as svg from "ext:oracade/html/svg.js";
import * as input from "ext:oracade/input/index.js";

export const modules = [
  exception, event, eventTarget, uiEvents, events, dataTransfer, abort, mirror, collections, node, attributes, characterData, parentNode,
  tokenList, element, document, serialize, xmlSerialize, parse, mutationObserver, traversal, range, selection, shadow, customElements, cssomView,
  declaration, stylesheet, htmlElement, controls, elementInternals, select, forms, registry, commands, closeWatcher, svg, script, htmlDocument, caretPosition, window, input,
];
