// Entries field: edits a map whose keys the author chooses, with adding, renaming and removing.

import { type ReactNode, useId } from "react";
import { fieldsOf } from "../../../../src/flow/author/edit/data-at-path.ts";
import { pointerOf } from "../../../../src/flow/language/source/problem.ts";
import type { NamedThing, Shape } from "../../../../src/flow/language/schema/shape.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { Fold } from "../fold.tsx";
import { expectedKeys } from "../expected-keys.ts";
import { type Slot, useForm } from "../form.ts";
import { ItemButtons } from "./item-buttons.tsx";
import { singleOf, summaryOf, thingWords } from "../labels.ts";
import { NameField } from "./name-field.tsx";
import { NewEntry } from "../new-entry.tsx";
import { shownFieldKind, fieldKindsFor } from "./field-kinds.ts";

/** Further entries are edited in the text. */
const shownMax = 200;

interface EntriesProps extends Slot {
  readonly keys: NamedThing | "any";
  readonly of: Shape;
}

export function EntriesField({ keys, of, ...slot }: EntriesProps): ReactNode {
  const { document } = useForm();
  const entries = fieldsOf(slot.value);
  // An expected entry keeps its position, and so the focus, when it is written.
  const shown = [...new Set([...expectedKeys(document, slot.path), ...entries.keys()])].slice(0, shownMax);
  return (
    <div className="entries">
      {shown.map((name) => (
        <Entry key={name} {...{ slot, of, keys, name }} value={entries.get(name)} />
      ))}
      {entries.size > shownMax && <p className="help">{entries.size - shownMax} more are in the YAML.</p>}
      <NewEntry slot={slot} keys={keys} of={of} />
    </div>
  );
}

interface EntryProps {
  readonly slot: Slot;
  readonly keys: NamedThing | "any";
  readonly of: Shape;
  readonly name: string;
  /** Undefined for an expected entry that is not written yet. */
  readonly value: Plain | undefined;
}

function Entry({ slot, keys, of, name, value }: EntryProps): ReactNode {
  const { Value, edit, attempt, open } = useForm();
  const id = useId();
  const path = [...slot.path, name];
  const pointer = pointerOf(path);
  const remove = value === undefined ? undefined : () => edit({ op: "set", pointer, value: undefined });
  const rename = (to: string): string | undefined => {
    const why = attempt({ op: "rename-key", pointer, to });
    if (why === undefined) open([...slot.path, to], true);
    return why;
  };
  const one = keys === "any" ? singleOf(slot.label).toLowerCase() : thingWords[keys];
  const kinds = fieldKindsFor(of);
  const kind = shownFieldKind(kinds, value);
  const field = (
    <Value
      path={path}
      shape={of}
      value={value}
      label={`${slot.label}: ${name}`}
      otherwise={undefined}
      isLasting={value !== undefined}
      id={id}
      describedBy={slot.describedBy}
    />
  );
  // The entry keeps its frame when the kind of field changes.
  if (kinds.some(({ as }) => as === "record")) {
    return (
      <Fold
        path={path}
        title={name}
        summary={summaryOf(value)}
        actions={<ItemButtons name={`${one} ${name}`} remove={remove} />}
      >
        {() => (
          <>
            <div className="key-field">
              <span className="key-name">Name</span>
              <NameField name={name} label={`Name of ${one} ${name}`} rename={rename} />
            </div>
            {field}
          </>
        )}
      </Fold>
    );
  }
  return (
    <div className="entry" data-shape={kind?.as}>
      {value === undefined ? (
        <label className="entry-name" htmlFor={id} dir="auto">
          {name}
        </label>
      ) : (
        <NameField name={name} label={`Name of ${one} ${name}`} className="entry-name" rename={rename} />
      )}
      {field}
      <ItemButtons name={`${one} ${name}`} remove={remove} />
    </div>
  );
}
