// Value field: picks the field that fits a value's shape and lists the value's problems below it.

import type { ReactNode } from "react";
import { type Path, pointerOf, type Problem } from "../../../../src/flow/language/source/problem.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { BranchesField } from "./branches-field.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { EntriesField } from "./entries-field.tsx";
import { type Slot, useForm } from "../form.ts";
import { LineField } from "./line-field.tsx";
import { ListField } from "./list-field.tsx";
import { NameField } from "./name-field.tsx";
import { PhrasesField } from "./phrases-field.tsx";
import { RecordForm } from "../record-form.tsx";
import { StepKind } from "../step-kind.tsx";
import { TextsField } from "./texts-field.tsx";
import { beginningOf, type FieldKind, shownFieldKind, fieldKindsFor, fieldKindName } from "./field-kinds.ts";
import { YamlField } from "./yaml-field.tsx";

/** Longer texts are edited in CodeMirror, which renders only the visible lines. */
const charsMax = 20_000;

export function ValueField(slot: Slot): ReactNode {
  const { problems } = useForm();
  const { path, shape, value, id } = slot;
  const kinds = fieldKindsFor(shape);
  const isTooLong = typeof value === "string" && value.length > charsMax;
  const kind = isTooLong ? undefined : shownFieldKind(kinds, value);
  const pointer = pointerOf(path);
  const isLeaf = kind === undefined || kind.as === "line" || kind.as === "choice" || kind.as === "phrases";
  const fieldProblems = isLeaf ? problems.within(pointer) : problems.at(pointer);
  const problemsId = `${id}-problems`;
  const describedBy = [fieldProblems.length > 0 ? problemsId : "", slot.describedBy ?? ""].join(" ").trim();
  const inner: InnerSlot = {
    ...slot,
    describedBy: describedBy === "" ? undefined : describedBy,
    isInvalid: fieldProblems.some(({ severity }) => severity === "error"),
  };
  return (
    <div className="value" data-pointer={pointer}>
      {kind === undefined ? (
        <YamlField
          path={path}
          words={
            isTooLong
              ? "The value is too long for a field."
              : "No field fits this value. Edit it in the YAML."
          }
        />
      ) : (
        <FieldOfKind kind={kind} slot={inner} />
      )}
      {isSwitchShown(kinds, kind, value) && <FieldKindSwitch kinds={kinds} kind={kind} slot={slot} />}
      {fieldProblems.length > 0 && <ProblemList id={problemsId} found={fieldProblems} />}
    </div>
  );
}

type InnerSlot = Slot & { readonly isInvalid: boolean };

function FieldOfKind({ kind, slot }: { readonly kind: FieldKind; readonly slot: InnerSlot }): ReactNode {
  const { attempt } = useForm();
  switch (kind.as) {
    case "line": {
      if (!isOptionId(slot.path))
        return <LineField {...slot} shape={kind.shape} isNaming={isId(slot.path)} />;
      const holder = pointerOf(slot.path.slice(0, -1));
      const name = typeof slot.value === "object" ? "" : String(slot.value ?? "");
      const operation = (to: string) =>
        name === ""
          ? ({ op: "set", pointer: pointerOf(slot.path), value: to } as const)
          : ({ op: "rename-key", pointer: holder, to } as const);
      return <NameField name={name} label={slot.label} rename={(to) => attempt(operation(to))} />;
    }
    case "choice":
      return <ChoiceField {...slot} values={kind.values} />;
    case "texts":
      return <TextsField {...slot} isPhrases={false} />;
    case "phrases":
      return kind.byLanguage ? <TextsField {...slot} isPhrases /> : <PhrasesField {...slot} />;
    case "branches":
      return <BranchesField {...slot} />;
    case "list":
      return <ListField {...slot} of={kind.of} isSingle={kind.isSingle} />;
    case "entries":
      return <EntriesField {...slot} keys={kind.keys} of={kind.of} />;
    case "record":
      return (
        <>
          {kind.place === "step" && <StepKind slot={slot} />}
          <RecordForm place={kind.place} path={slot.path} value={slot.value} />
        </>
      );
  }
}

function isId(path: Path): boolean {
  return path.at(-1) === "id";
}

/** Other places refer to an option by its id, so changing it renames all of them. */
function isOptionId(path: Path): boolean {
  return isId(path) && path.at(-3) === "options";
}

/** Hidden for data that holds a plain value, where it would only distract. */
function isSwitchShown(
  kinds: readonly FieldKind[],
  kind: FieldKind | undefined,
  value: Plain | undefined,
): boolean {
  if (kinds.length < 2) return false;
  const isData = kinds[0]?.as === "line" && kinds.length === 3 && kinds[1]?.as === "entries";
  return !isData || kind?.as !== "line" || value === undefined || value === "";
}

interface SwitchProps {
  readonly kinds: readonly FieldKind[];
  readonly kind: FieldKind | undefined;
  readonly slot: Slot;
}

function FieldKindSwitch({ kinds, kind, slot }: SwitchProps): ReactNode {
  const { edit, open } = useForm();
  const at = kind === undefined ? -1 : kinds.indexOf(kind);
  return (
    <select
      className="way-switch"
      aria-label={`${slot.label}: form of the value`}
      value={String(at)}
      onChange={({ target }) => {
        const next = kinds[Number(target.value)];
        if (next === undefined) return;
        edit({ op: "set", pointer: pointerOf(slot.path), value: beginningOf(next, slot.value) });
        open(slot.path, true);
      }}
    >
      {at === -1 && <option value="-1">YAML</option>}
      {kinds.map((each, i) => (
        <option key={i} value={String(i)}>
          {fieldKindName(each)}
        </option>
      ))}
    </select>
  );
}

function ProblemList({ id, found }: { readonly id: string; readonly found: readonly Problem[] }): ReactNode {
  return (
    <ul className="field-problems" id={id}>
      {found.map(({ severity, code, message, hint, line, column }) => (
        <li key={`${code} ${line} ${column} ${message}`} className={`field-problem ${severity}`} dir="auto">
          {message}
          {hint !== undefined && <span className="hint"> — {hint}</span>}
        </li>
      ))}
    </ul>
  );
}
