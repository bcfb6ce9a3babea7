// Step kind: a select box for the kind of a test step: an input or an assertion.

import { type ReactNode, useId } from "react";
import { fieldsOf } from "../../../src/flow/author/edit/data-at-path.ts";
import { pointerOf } from "../../../src/flow/language/source/problem.ts";
import { step, stepAssertions, stepInputs } from "../../../src/flow/language/schema/test-table.ts";
import { type Slot, useForm } from "./form.ts";
import { labelOf } from "./labels.ts";
import { starterOf, shownFieldKind, fieldKindsFor } from "./fields/field-kinds.ts";

export function StepKind({ slot: { path, value } }: { readonly slot: Slot }): ReactNode {
  const { edit, keep } = useForm();
  const id = useId();
  const map = fieldsOf(value);
  const kind = [...stepInputs, ...stepAssertions].find((each) => map.has(each));
  const choose = (to: string): void => {
    const shape = step.keys.find(({ name }) => name === to)?.shape;
    if (kind === undefined || to === kind || shape === undefined) return;
    const fieldKinds = fieldKindsFor(shape);
    const old = map.get(kind) ?? "";
    // The typed text is kept when the other kind can hold it.
    const isFit =
      typeof old === "string" &&
      shownFieldKind(fieldKinds, old) === fieldKinds[0] &&
      fieldKinds[0]?.as !== "choice";
    const begin = isFit ? old : fieldKinds[0] === undefined ? "" : starterOf(fieldKinds[0]);
    keep([...path, to], true);
    edit({ op: "set", pointer: pointerOf(path), value: new Map([[to, begin]]) });
  };
  const options = (all: readonly string[]): ReactNode =>
    all.map((each) => (
      <option key={each} value={each}>
        {labelOf(each)}
      </option>
    ));
  return (
    <div className="key-field">
      <label className="key-name" htmlFor={id}>
        Kind of step
      </label>
      <select id={id} value={kind ?? ""} onChange={({ target }) => choose(target.value)}>
        {kind === undefined && <option value="">Unknown</option>}
        <optgroup label="Happens">{options(stepInputs)}</optgroup>
        <optgroup label="Must be true">{options(stepAssertions)}</optgroup>
      </select>
    </div>
  );
}
