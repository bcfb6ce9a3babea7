// List field: edits a list, with adding, moving and removing items.

import { type ReactNode, useId, useState } from "react";
import { isList } from "../../../../src/flow/author/edit/data-at-path.ts";
import { pointerOf } from "../../../../src/flow/language/source/problem.ts";
import type { Shape } from "../../../../src/flow/language/schema/shape.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { Fold } from "../fold.tsx";
import { type Slot, useForm } from "../form.ts";
import { ItemButtons } from "./item-buttons.tsx";
import { labelOf, ownName, singleOf, summaryOf, thingWords } from "../labels.ts";
import { starterOf, fieldKindsFor } from "./field-kinds.ts";

/** Further items are edited in the text. */
const shownMax = 100;

interface ListProps extends Slot {
  readonly of: Shape;
  /** A single item is written without a list, and its field is always shown. */
  readonly isSingle: boolean;
  readonly addWords?: string;
}

export function ListField({ of, isSingle, addWords, ...slot }: ListProps): ReactNode {
  const { edit, open, focus } = useForm();
  const { path, value, label } = slot;
  const [pendingAt, setPendingAt] = useState<number>();
  const pointer = pointerOf(path);
  const items: readonly (Plain | undefined)[] = isList(value) ? value : value === undefined ? [] : [value];
  const isPending = pendingAt === items.length || (isSingle && items.length === 0);
  const shown = isPending ? [...items, undefined] : items.slice(0, shownMax);
  const [kind] = fieldKindsFor(of);
  const one = isSingle ? label : of.is === "name" ? labelOf(thingWords[of.of]) : singleOf(label);
  const add = (): void => {
    const index = items.length;
    if (kind?.as === "record" || kind?.as === "entries") {
      edit({ op: "insert", pointer, index, value: starterOf(kind) });
      open([...path, index], true);
    } else setPendingAt(index);
    focus([...path, index]);
  };
  return (
    <div className="list">
      {shown.map((item, index) => (
        <Item
          key={index}
          {...{ slot, of, index, item, isSingle }}
          name={shown.length === 1 && isSingle ? label : `${one} ${index + 1}`}
          count={items.length}
          drop={() => {
            setPendingAt(undefined);
            focus(path);
          }}
        />
      ))}
      {items.length > shown.length && (
        <p className="help">{items.length - shown.length} more are in the YAML.</p>
      )}
      {!isPending && (
        <button
          type="button"
          className="small"
          aria-label={addWords === undefined ? undefined : `${label}: ${addWords.toLowerCase()}`}
          onClick={add}
        >
          {addWords ?? `Add ${one.toLowerCase()}`}
        </button>
      )}
    </div>
  );
}

interface ItemProps {
  readonly slot: Slot;
  readonly of: Shape;
  readonly index: number;
  readonly item: Plain | undefined;
  readonly isSingle: boolean;
  readonly name: string;
  readonly count: number;
  /** Discards an item that is not written yet. */
  readonly drop: () => void;
}

function Item({ slot, of, index, item, isSingle, name, count, drop }: ItemProps): ReactNode {
  const { Value, edit } = useForm();
  const id = useId();
  const path = [...slot.path, index];
  const pointer = pointerOf(slot.path);
  const isListed = isList(slot.value);
  const move = (to: number): (() => void) | undefined =>
    isListed && count > 1 && item !== undefined && to >= 0 && to < count
      ? () => edit({ op: "move-item", pointer, from: index, to })
      : undefined;
  const remove = isListed
    ? () => (item === undefined ? drop() : edit({ op: "remove-item", pointer, index }))
    : undefined;
  const isOnlyOne = isSingle && count <= 1 && index === 0;
  const buttons = isOnlyOne ? null : (
    <ItemButtons name={name} up={move(index - 1)} down={move(index + 1)} remove={remove} />
  );
  const field = (
    <Value
      path={path}
      shape={of}
      value={item}
      label={name}
      otherwise={index === 0 ? slot.otherwise : undefined}
      isLasting={isListed || slot.isLasting}
      id={index === 0 && isSingle ? slot.id : id}
      describedBy={slot.describedBy}
    />
  );
  const [kind] = fieldKindsFor(of);
  if (kind?.as === "record" || kind?.as === "entries") {
    return (
      <Fold path={path} title={ownName(item) || name} summary={summaryOf(item)} actions={buttons}>
        {() => field}
      </Fold>
    );
  }
  return (
    <div className="item">
      {field}
      {buttons}
    </div>
  );
}
