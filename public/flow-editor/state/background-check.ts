// Background check: checks the text after each change, in the page after a moment and then on the server.

import type { Problem } from "../../../src/flow/language/source/problem.ts";
import type { Editor } from "./editor.ts";
import { isOfAddress } from "./flow-check.ts";
import { shownProblemsOf } from "./shown-problems.ts";

/** Longer than the pause between key presses of a fast typist, short enough to seem immediate. */
const debounceMs = 250;
/** After this pause of the author, in milliseconds, the server checks the text. */
const quietMs = 1_000;
/** All pages of one IP address share the server's limit of checks: this page uses a third of it at most. */
const serverEveryMs = 3_000;

/** Checks the text now and after each change, for as long as the page lives. */
export function startChecking(editor: Editor): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let serverTimer: ReturnType<typeof setTimeout> | undefined;
  let checked: string | undefined;
  let askedAtMs = -serverEveryMs;
  const show = (text: string, problems: readonly Problem[]): void => {
    const { present } = editor.read().history;
    if (present.text !== text) return;
    editor.dispatch({ type: "checked", text, problems: shownProblemsOf(present, problems) });
  };
  const askServer = async (text: string): Promise<void> => {
    askedAtMs = performance.now();
    const problems = await editor.check.foundByServer(text);
    if (problems !== undefined) show(text, problems);
  };
  const check = (): void => {
    const { text } = editor.read().history.present;
    if (text === checked) return;
    const isFirst = checked === undefined;
    checked = text;
    const problems = editor.check.found(text);
    show(text, problems);
    clearTimeout(serverTimer);
    const isUrgent = isFirst || problems.some(isOfAddress);
    const restMs = Math.max(quietMs, askedAtMs + serverEveryMs - performance.now());
    serverTimer = setTimeout(() => void askServer(text), isUrgent ? 0 : restMs);
  };
  editor.listen(() => {
    if (editor.read().history.present.text === checked) return;
    clearTimeout(timer);
    timer = setTimeout(check, debounceMs);
  });
  check();
}
