// Selection replacement: types over a selection through CodeMirror. Chromium by itself would keep the look of the
// replaced text in a style attribute, which the page's policy forbids and reports.

import { EditorView } from "@codemirror/view";

export const typingOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    const { main, ranges } = view.state.selection;
    if (inputType !== "insertText" || data === null || view.composing) return false;
    if (ranges.every(({ empty }) => empty)) return false;
    event.preventDefault();
    const change = view.state.replaceSelection(data);
    const insert = () => view.state.update(change, { userEvent: "input.type", scrollIntoView: true });
    // Other extensions may handle the input first, such as a quote around the selected word.
    const taken = view.state
      .facet(EditorView.inputHandler)
      .some((handler) => handler(view, main.from, main.to, data, insert));
    if (!taken) view.dispatch(insert());
    return true;
  },
});
