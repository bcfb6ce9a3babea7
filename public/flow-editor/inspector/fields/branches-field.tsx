// Branches field: edits a node's target, or a target for each condition and one for all other cases.

import { type ReactNode, useId } from "react";
import { fieldsOf, isFields, isList } from "../../../../src/flow/author/edit/data-at-path.ts";
import { pointerOf } from "../../../../src/flow/language/source/problem.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { type Slot, useForm } from "../form.ts";
import { ItemButtons } from "./item-buttons.tsx";

const newBranch = new Map([
  ["if", ""],
  ["goto", ""],
]);

export function BranchesField(slot: Slot): ReactNode {
  const { Value, edit, focus } = useForm();
  const { path, value } = slot;
  const pointer = pointerOf(path);
  const addBranch = (index: number): void => {
    edit({ op: "insert", pointer, index, value: newBranch });
    focus([...path, index, "if"]);
  };
  if (!isList(value)) {
    return (
      <>
        <Value {...slot} shape={{ is: "target" }} />
        <button type="button" className="small" onClick={() => addBranch(0)}>
          Add condition
        </button>
      </>
    );
  }
  const conditions = value.filter((item) => !isElse(item)).length;
  return (
    <div className="branches">
      {value.map((item, index) => (
        <Branch key={index} slot={slot} index={index} item={item} conditions={conditions} />
      ))}
      <div className="row-of-buttons">
        <button type="button" className="small" onClick={() => addBranch(conditions)}>
          Add condition
        </button>
        {conditions === value.length && (
          <button
            type="button"
            className="small"
            onClick={() => {
              edit({ op: "insert", pointer, index: value.length, value: new Map([["else", ""]]) });
              focus([...path, value.length, "else"]);
            }}
          >
            Add "otherwise" branch
          </button>
        )}
      </div>
    </div>
  );
}

function isElse(item: Plain): boolean {
  return isFields(item) && item.has("else");
}

interface BranchProps {
  readonly slot: Slot;
  readonly index: number;
  readonly item: Plain;
  readonly conditions: number;
}

function Branch({ slot, index, item, conditions }: BranchProps): ReactNode {
  const { edit } = useForm();
  const { path, value } = slot;
  const pointer = pointerOf(path);
  const items = isList(value) ? value : [];
  const name = `condition ${index + 1}`;
  const move = (to: number): (() => void) | undefined =>
    to < 0 || to >= conditions ? undefined : () => edit({ op: "move-item", pointer, from: index, to });
  const remove = (): void => {
    const [otherwise] = items.filter((each) => isElse(each));
    // An else without conditions is the same as a plain target.
    const isLast = conditions === 1 && items.length === 2 && otherwise !== undefined;
    if (isLast) edit({ op: "set", pointer, value: fieldsOf(otherwise).get("else") });
    else edit({ op: "remove-item", pointer, index });
  };
  if (isElse(item)) {
    return (
      <div className="branch" role="group" aria-label="Otherwise">
        <Part slot={slot} index={index} part="else" words="Otherwise" />
      </div>
    );
  }
  return (
    <div className="branch" role="group" aria-label={name}>
      <div className="branch-head">
        <Part slot={slot} index={index} part="if" words="If" />
        <ItemButtons
          name={name}
          up={move(index - 1)}
          down={move(index + 1)}
          remove={items.length > 1 ? remove : undefined}
        />
      </div>
      <Part slot={slot} index={index} part="goto" words="Go to" />
    </div>
  );
}

interface BranchPartProps {
  readonly slot: Slot;
  readonly index: number;
  readonly part: "if" | "goto" | "else";
  readonly words: string;
}

function Part({ slot, index, part, words }: BranchPartProps): ReactNode {
  const { Value } = useForm();
  const id = useId();
  const items = isList(slot.value) ? slot.value : [];
  return (
    <div className="part">
      <label htmlFor={id}>{words}</label>
      <Value
        path={[...slot.path, index, part]}
        shape={{ is: part === "if" ? "condition" : "target" }}
        value={fieldsOf(items[index]).get(part)}
        label={part === "else" ? words : `${words}, condition ${index + 1}`}
        otherwise={undefined}
        isLasting
        id={id}
        describedBy={slot.describedBy}
      />
    </div>
  );
}
