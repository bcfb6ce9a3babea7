// Background check: runs the server's own checks on the text, debounced after each change.

import type { Editor } from "./editor.ts";
import { shownProblemsOf } from "./shown-problems.ts";

/** Longer than the pause between key presses of a fast typist, short enough to seem immediate. */
const debounceMs = 250;

/** Checks the text now and after each change, for as long as the page lives. */
export function startChecking(editor: Editor): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let checked: string | undefined;
  const check = (): void => {
    const { present } = editor.read().history;
    const { text } = present;
    if (text === checked) return;
    checked = text;
    editor.dispatch({ type: "checked", text, problems: shownProblemsOf(present) });
  };
  editor.listen(() => {
    if (editor.read().history.present.text === checked) return;
    clearTimeout(timer);
    timer = setTimeout(check, debounceMs);
  });
  check();
}
