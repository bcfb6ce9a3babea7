// Background check: runs the server's own checks on the text, debounced after each change.

import { problemsOf } from "../../../src/flow/language/find-problems.ts";
import type { Editor } from "./editor.ts";

/** Long enough that a fast typist is not held up, short enough that nobody waits. */
const debounceMs = 250;

export function startChecking(editor: Editor): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let checked: string | undefined;
  const check = (): void => {
    const { text } = editor.read().history.present;
    if (text === checked) return;
    checked = text;
    editor.dispatch({ type: "checked", text, problems: problemsOf(text) });
  };
  editor.listen(() => {
    if (editor.read().history.present.text === checked) return;
    clearTimeout(timer);
    timer = setTimeout(check, debounceMs);
  });
  check();
}
