// Item buttons: move a list item up or down, or remove it.

import type { ReactNode } from "react";

interface ItemButtonsProps {
  /** For screen readers: "Branch 2". */
  readonly name: string;
  readonly up?: (() => void) | undefined;
  readonly down?: (() => void) | undefined;
  readonly remove?: (() => void) | undefined;
}

export function ItemButtons({ name, up, down, remove }: ItemButtonsProps): ReactNode {
  return (
    <span className="item-buttons">
      {(up ?? down) !== undefined && (
        <>
          <IconButton label={`Move ${name} up`} sign="↑" act={up} />
          <IconButton label={`Move ${name} down`} sign="↓" act={down} />
        </>
      )}
      {remove !== undefined && <IconButton label={`Remove ${name}`} sign="×" act={remove} />}
    </span>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly sign: string;
  readonly act: (() => void) | undefined;
}

/** A button without an action stays, so that it keeps its position and the focus. */
function IconButton({ label, sign, act }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={act === undefined ? true : undefined}
      onClick={() => act?.()}
    >
      {sign}
    </button>
  );
}
