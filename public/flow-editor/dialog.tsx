// Dialog: a modal window that Escape closes without an answer.

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

export interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** Used as the `ref` of the control to focus first. React does not render the `autofocus` attribute itself. */
export function opensFocused(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "");
}

/** The control to focus first: the marked one, else the first field. Otherwise the browser chooses. */
function firstIn(dialog: HTMLDialogElement | null): HTMLElement | null | undefined {
  const chosen = dialog?.querySelector<HTMLElement>("[autofocus]");
  return chosen ?? dialog?.querySelector<HTMLElement>("input:not([hidden]), select, textarea");
}

export function Dialog({ title, close, children }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closing it before React removes it lets the browser return the focus.
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
