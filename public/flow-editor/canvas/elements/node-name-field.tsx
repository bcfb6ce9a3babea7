// Node name field: edits the name of a node in its place on the canvas.

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useShell } from "../canvas-shell.ts";

/** The language's limit for names, in UTF-16 units. */
const nameCharsMax = 64;

export function NodeNameField({ id }: { readonly id: string }): ReactNode {
  const shell = useShell();
  const field = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const close = (focusOn: string | undefined): void => {
    if (shell.ui.read().renaming !== id) return;
    shell.ui.set({ renaming: undefined });
    if (focusOn !== undefined) shell.focus(focusOn);
  };
  const take = (): boolean => {
    const to = field.current?.value.trim() ?? id;
    return to === id || to === "" || shell.rename(id, to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Escape") close(id);
    if (event.key !== "Enter") return;
    const to = field.current?.value.trim() ?? id;
    if (take()) close(to === "" ? id : to);
    else setRefused(true);
  };
  return (
    <input
      ref={field}
      type="text"
      className="name-field nodrag nopan"
      aria-label={`New name of ${id}`}
      aria-invalid={isRefused}
      defaultValue={id}
      maxLength={nameCharsMax}
      spellCheck={false}
      autoComplete="off"
      onKeyDown={onKeyDown}
      onChange={() => setRefused(false)}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={() => {
        if (shell.ui.read().renaming !== id) return;
        take();
        close(undefined);
      }}
    />
  );
}
