// Well-formed text: refuses text that clients send with lone surrogates, which JSON can carry and a database cannot.

import { Fault } from "../../base/fault.ts";

/** Throws `request/invalid` for a text that the store could not keep unchanged. */
export function checkText(text: string, pointer: string): void {
  if (text.isWellFormed() && !text.includes("\0")) return;
  const detail = "Contains an unpaired surrogate or a NUL character.";
  throw new Fault(
    "request/invalid",
    `The text at "${pointer}" contains an unpaired surrogate or a NUL character. Remove it.`,
    {
      errors: [{ pointer, detail }],
    },
  );
}
