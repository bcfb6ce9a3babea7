// New entry field: asks for the name of a new map entry and suggests likely ones.

import { type ReactNode, useId, useState } from "react";
import { fieldsOf } from "../../../src/flow/author/edit/data-at-path.ts";
import { pointerOf } from "../../../src/flow/language/source/problem.ts";
import type { NamedThing, Shape } from "../../../src/flow/language/schema/shape.ts";
import { namesFor } from "../complete/completion.ts";
import type { Completions } from "../complete/completion-item.ts";
import { Combo } from "./fields/combo.tsx";
import { type Slot, useForm } from "./form.ts";
import { singleOf, thingWords } from "./labels.ts";
import { starterOf, fieldKindsFor } from "./fields/field-kinds.ts";

interface NewEntryProps {
  readonly slot: Slot;
  readonly keys: NamedThing | "any";
  readonly of: Shape;
}

/** Sections that define names, where existing names are not suggested. */
const defining: ReadonlySet<string> = new Set(["variables", "types", "tools", "nodes"]);

export function NewEntry({ slot, keys, of }: NewEntryProps): ReactNode {
  const { names, edit, open, focus } = useForm();
  const id = useId();
  const [name, setName] = useState("");
  const [why, setWhy] = useState<string>();
  const entries = fieldsOf(slot.value);
  const one = keys === "any" ? singleOf(slot.label).toLowerCase() : thingWords[keys];
  const isDefining = slot.path.length === 1 && defining.has(String(slot.path[0]));
  const complete = (): Completions => ({
    from: 0,
    options:
      keys === "any" || isDefining ? [] : namesFor(keys, names).filter(({ text }) => !entries.has(text)),
  });
  const add = (wish: string): void => {
    const to = wish.trim();
    if (to === "") return;
    if (entries.has(to)) return setWhy(`'${to}' already exists.`);
    const [kind] = fieldKindsFor(of);
    const path = [...slot.path, to];
    edit({ op: "set", pointer: pointerOf(path), value: kind === undefined ? "" : starterOf(kind) });
    setName("");
    setWhy(undefined);
    open(path, true);
    focus(path);
  };
  return (
    <div className="new-entry">
      <Combo
        id={id}
        label={`Add ${one}`}
        text={name}
        onText={(text) => {
          setName(text);
          setWhy(undefined);
        }}
        complete={complete}
        isWhole
        isCode
        placeholder={`Add ${one}…`}
        describedBy={why === undefined ? undefined : `${id}-why`}
        isInvalid={why !== undefined}
        onChoose={({ text }) => add(text)}
        onEnter={() => add(name)}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={`Add ${one} now`}
        aria-disabled={name.trim() === "" ? true : undefined}
        onClick={() => add(name)}
      >
        +
      </button>
      {why !== undefined && (
        <p className="field-problem" id={`${id}-why`}>
          {why}
        </p>
      )}
    </div>
  );
}
