// Record form: the fields of a map of the language. It shows the written and the usual ones, and a box to add others.

import { type ReactNode, useId, useState } from "react";
import { fieldsOf, isFields, isList } from "../../../src/flow/author/edit/data-at-path.ts";
import { type Path, pointerOf } from "../../../src/flow/language/source/problem.ts";
import { verbFacts, verbs } from "../../../src/flow/language/schema/verbs.ts";
import type { Key, PlaceName } from "../../../src/flow/language/schema/shape.ts";
import type { Plain } from "../../../src/flow/language/source/yaml-tree.ts";
import { keyDoc } from "../complete/key-doc.ts";
import { Combo } from "./fields/combo.tsx";
import { Fold } from "./fold.tsx";
import { useForm } from "./form.ts";
import { ItemButtons } from "./fields/item-buttons.tsx";
import { labelOf } from "./labels.ts";
import { isLasting, shownKeys } from "./shown-keys.ts";
import { type FieldKind, shownFieldKind, fieldKindsFor } from "./fields/field-kinds.ts";
import { BuiltInVoices } from "./fields/built-in-voices.tsx";
import { YamlField } from "./fields/yaml-field.tsx";

interface RecordFormProps {
  readonly place: PlaceName;
  readonly path: Path;
  readonly value: Plain | undefined;
  /** Keys to leave out, because they are shown elsewhere. */
  readonly without?: readonly string[];
}

export function RecordForm({ place, path, value, without }: RecordFormProps): ReactNode {
  const { document, kept, edit } = useForm();
  const map = fieldsOf(value);
  const { shown, others, unknown } = shownKeys({
    place,
    map,
    document,
    path,
    kept: (key) => kept.has(pointerOf([...path, key])),
    ...(without === undefined ? {} : { without }),
  });
  return (
    <div className="record">
      {shown.map((row) => (
        <KeyField
          key={row.name}
          holder={path}
          row={row}
          value={map.get(row.name)}
          isUsual={!kept.has(pointerOf([...path, row.name])) && !map.has(row.name)}
        />
      ))}
      {unknown.map((name) => {
        const pointer = pointerOf([...path, name]);
        return (
          <div className="key-field" key={name}>
            <div className="key-head">
              <span className="key-name" dir="auto">
                {name}
              </span>
              <ItemButtons name={name} remove={() => edit({ op: "set", pointer, value: undefined })} />
            </div>
            <YamlField path={[...path, name]} words="Unknown key." />
          </div>
        );
      })}
      <AddSetting path={path} others={others} />
    </div>
  );
}

interface KeyFieldProps {
  readonly holder: Path;
  readonly row: Key;
  readonly value: Plain | undefined;
  /** Shown only because it is usual: nothing is written, so there is nothing to remove. */
  readonly isUsual: boolean;
}

function KeyField({ holder, row, value, isUsual }: KeyFieldProps): ReactNode {
  const { Value, keep, edit } = useForm();
  const id = useId();
  const path = [...holder, row.name];
  const pointer = pointerOf(path);
  const label = labelOf(row.name);
  const kind = shownFieldKind(fieldKindsFor(row.shape), value);
  const helpId = `${id}-help`;
  const remove =
    isLasting(row) || isUsual
      ? undefined
      : () => {
          keep(path, false);
          edit({ op: "set", pointer, value: undefined });
        };
  const field = (
    <Value
      path={path}
      shape={row.shape}
      value={value}
      label={label}
      otherwise={row.default}
      isLasting={isLasting(row)}
      id={id}
      describedBy={helpId}
    />
  );
  // The verb's documentation is already shown above the node's fields.
  const isShownAbove = row.only?.includes(row.name) === true && holder[0] === "nodes" && isVerbDoc(row);
  const help = (
    <p className="help" id={helpId} hidden={isShownAbove}>
      {keyDoc(row)}
    </p>
  );
  if (holder.length === 0 && isLarge(kind)) {
    return (
      <Fold path={path} title={label} summary={countOf(value)}>
        {() => (
          <>
            {help}
            {field}
          </>
        )}
      </Fold>
    );
  }
  const isSeveral = isList(value) || isFields(value);
  const isOne =
    kind === undefined || kind.as === "line" || kind.as === "choice" || (kind.as === "texts" && !isSeveral);
  return (
    <div
      className="key-field"
      title={row.name}
      {...(isOne ? {} : { role: "group", "aria-labelledby": `${id}-label`, "aria-describedby": helpId })}
    >
      <div className="key-head">
        <label className="key-name" id={`${id}-label`} {...(isOne ? { htmlFor: id } : {})}>
          {label}
          {row.required === true && <span className="required"> required</span>}
        </label>
        <ItemButtons name={label} remove={remove} />
      </div>
      {help}
      {field}
      {pointer.endsWith("/voice/name") && (
        <BuiltInVoices choose={(name) => edit({ op: "set", pointer, value: name })} />
      )}
    </div>
  );
}

function isVerbDoc({ name, doc }: Key): boolean {
  return verbs.some((verb) => verb === name && verbFacts[verb].doc === doc);
}

function isLarge(kind: FieldKind | undefined): boolean {
  return kind?.as === "entries" || kind?.as === "record" || kind?.as === "list";
}

function countOf(value: Plain | undefined): string {
  const count = isFields(value) ? value.size : isList(value) ? value.length : 0;
  return count === 0 ? "none" : String(count);
}

/** Settings that can be added, with a description each. */
function AddSetting({ path, others }: { readonly path: Path; readonly others: readonly Key[] }): ReactNode {
  const { keep, open, focus } = useForm();
  const id = useId();
  const [wish, setWish] = useState("");
  if (others.length === 0) return null;
  const options = others.map((key) => ({
    kind: "key" as const,
    text: key.name,
    label: labelOf(key.name),
    detail: "",
    doc: keyDoc(key),
  }));
  return (
    <div className="adder">
      <Combo
        id={id}
        label="Add setting"
        text={wish}
        onText={setWish}
        complete={() => ({ from: 0, options })}
        isWhole
        placeholder="Add…"
        onLeave={() => setWish("")}
        onChoose={({ text }) => {
          setWish("");
          keep([...path, text], true);
          open([...path, text], true);
          focus([...path, text]);
        }}
      />
    </div>
  );
}
