// Dialog: a modal window that Escape closes without an answer.

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

export interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** As `ref` of what has the focus when its dialog opens; React writes no such attribute. */
export function opensFocused(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
}

/** A field, if there is one; undefined leaves it to the browser. */
function firstIn(dialog: HTMLDialogElement | null): HTMLElement | null | undefined {
  const chosen = dialog?.querySelector<HTMLElement>("[autofocus]");
  return chosen ?? dialog?.querySelector<HTMLElement>("input:not([hidden]), select, textarea");
}

export function Dialog({ title, close, children }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed while it is still there, it gives the focus back to what had it.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    firstIn(shown)?.focus();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="quiet" onClick={close}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
