// Phrases field: a text area for a list of short texts, one per line.

import { type ReactNode, useState } from "react";
import { isList } from "../../../../src/flow/author/edit/data-at-path.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { type Slot, useForm } from "../form.ts";
import { fromLines, toLines } from "./phrase-lines.ts";

export function PhrasesField({ isInvalid, ...slot }: Slot & { readonly isInvalid: boolean }): ReactNode {
  const { type, keep } = useForm();
  const { path, value, label, isLasting } = slot;
  const items: readonly Plain[] = isList(value)
    ? value
    : value === undefined || value === null
      ? []
      : [value];
  const stored = toLines(items);
  const [typing, setTyping] = useState<{ readonly text: string; readonly over: string }>();
  const text = typing?.over === stored ? typing.text : stored;
  return (
    <textarea
      id={slot.id}
      dir="auto"
      rows={2}
      aria-label={`${label}, one per line`}
      aria-describedby={slot.describedBy}
      aria-invalid={isInvalid ? true : undefined}
      placeholder={slot.otherwise ?? "One per line"}
      value={text}
      onChange={({ target }) => {
        const now = fromLines(target.value, items);
        setTyping({ text: target.value, over: toLines(now) });
        if (now.length === 0) keep(path, true);
        type(path, now.length > 0 || isLasting ? now : undefined);
      }}
      onBlur={() => setTyping(undefined)}
    />
  );
}
