// Focus keeper: returns the focus to the form when the focused control is removed or another form is shown.

import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";

const controls = "input, select, textarea, button";

/** `shown` identifies the form. Returns the event handlers for the form's container. */
export function useKeptFocus(place: RefObject<HTMLElement | null>, shown: string) {
  /** Index of the focused control; undefined while the focus is elsewhere. */
  const at = useRef<number>(undefined);
  const before = useRef(shown);
  useLayoutEffect(() => {
    const isOther = before.current !== shown;
    before.current = shown;
    if (at.current === undefined || document.activeElement !== document.body) return;
    const all = [...(place.current?.querySelectorAll<HTMLElement>(controls) ?? [])];
    const next = isOther ? place.current?.querySelector("form") : all[Math.min(at.current, all.length - 1)];
    next?.focus();
  });
  return {
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>): void {
      at.current = [...currentTarget.querySelectorAll(controls)].indexOf(target);
    },
    onBlur(): void {
      at.current = undefined;
    },
  };
}
