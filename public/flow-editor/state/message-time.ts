// Message time: how long a message of the editor is shown.

import type { Message } from "./editor-state.ts";

/** Long enough to read two lines; a message that needs more time stays until it is closed. */
const shownMs = 6_000;

/**
 * Milliseconds after which a message closes by itself; undefined for one that stays: a failure must not be missed,
 * and a button must not go away under the pointer (WCAG 2.2, success criterion 2.2.1). A link may: the bar leads to the
 * same page.
 */
export function closesAfterMs({ tone, action }: Message, ms = shownMs): number | undefined {
  return tone === "failed" || action !== undefined ? undefined : ms;
}
