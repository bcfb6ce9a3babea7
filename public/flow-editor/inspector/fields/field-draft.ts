// Field draft: holds text being typed until it is a valid value, and writes it as soon as it is one.

import { useState } from "react";
import type { Shape } from "../../../../src/flow/language/schema/shape.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { textOf, typed } from "./scalar-text.ts";

export interface FieldDraft {
  readonly text: string;
  /** Why the text is not a valid value; undefined when it is written. */
  readonly why: string | undefined;
  readonly type: (text: string) => void;
  /** The field was left: shows the stored value again, unless the text is invalid. */
  readonly leave: () => void;
  readonly drop: () => void;
}

interface Typing {
  readonly text: string;
  /** The stored text when typing began. When it changes, by an undo for instance, the draft is dropped. */
  readonly over: string;
  readonly why: string | undefined;
}

/** `write` is called with each valid value while it is typed; undefined for an empty field. */
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
      const typedScalar = typed(shape, text);
      if ("why" in typedScalar) return setTyping({ text, over: shown, why: typedScalar.why });
      setTyping({ text, over: textOf(shape, typedScalar.value), why: undefined });
      write(typedScalar.value);
    },
    leave() {
      if (current?.why === undefined) setTyping(undefined);
    },
    drop: () => setTyping(undefined),
  };
}
