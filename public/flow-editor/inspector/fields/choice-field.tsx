// Choice field: a select box for one of a few values.

import type { ReactNode } from "react";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { type Slot, useForm } from "../form.ts";

interface ChoiceProps extends Slot {
  readonly isInvalid: boolean;
  readonly values: readonly (string | number | boolean)[];
}

export function ChoiceField({ values, ...slot }: ChoiceProps): ReactNode {
  const { type, keep } = useForm();
  const { value, path, isLasting, otherwise } = slot;
  const at = values.indexOf(value as string);
  const isOther = at === -1 && value !== undefined && value !== null;
  return (
    <select
      id={slot.id}
      aria-label={slot.label}
      aria-describedby={slot.describedBy}
      aria-invalid={slot.isInvalid ? true : undefined}
      value={isOther ? "other" : at === -1 ? "" : String(at)}
      onChange={({ target }) => {
        const chosen: Plain | undefined = target.value === "" ? undefined : values[Number(target.value)];
        if (chosen === undefined) keep(path, true);
        type(path, chosen);
      }}
    >
      {(!isLasting || at === -1) && (
        <option value="">{otherwise === undefined ? "Not set" : `Not set: ${otherwise}`}</option>
      )}
      {isOther && <option value="other">{typeof value === "object" ? "…" : String(value)}</option>}
      {values.map((each, i) => (
        <option key={String(each)} value={String(i)}>
          {wordFor(each)}
        </option>
      ))}
    </select>
  );
}

function wordFor(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return String(value);
}
