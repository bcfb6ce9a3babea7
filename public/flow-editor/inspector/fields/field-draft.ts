// Field draft: holds text being typed until it is a valid value, and writes it as soon as it is one.

import { useState } from "react";
import type { Shape } from "../../../../src/flow/language/schema/shape.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { textOf, typed } from "./scalar-text.ts";

export interface FieldDraft {
  readonly text: string;
  /** Why it is not written; undefined when it is. */
  readonly why: string | undefined;
  readonly type: (text: string) => void;
  /** Back to what is written; what could not be written stays. */
  readonly leave: () => void;
  readonly drop: () => void;
}

interface Typing {
  readonly text: string;
  /** What stood there then: a change from elsewhere, such as an undo, wins. */
  readonly over: string;
  readonly why: string | undefined;
}

export function useFieldDraft(
  shape: Shape,
  stored: Plain | undefined,
  write: (value: Plain | undefined) => void,
): FieldDraft {
  const [typing, setTyping] = useState<Typing>();
  const shown = textOf(shape, stored);
  const current = typing?.over === shown ? typing : undefined;
  return {
    text: current?.text ?? shown,
    why: current?.why,
    type(text) {
      const found = typed(shape, text);
      if ("why" in found) return setTyping({ text, over: shown, why: found.why });
      setTyping({ text, over: textOf(shape, found.value), why: undefined });
      write(found.value);
    },
    leave() {
      if (current?.why === undefined) setTyping(undefined);
    },
    drop: () => setTyping(undefined),
  };
}
