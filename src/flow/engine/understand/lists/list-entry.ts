// List entry: what an entry of a list has, may have and lacks.

import type { Value, ValueMap } from "../../../value/value.ts";
import type { WantedField } from "../understanding.ts";

/** The first field that an entry lacks and must have. */
export function lacking(entry: ValueMap, fields: readonly WantedField[]): WantedField | undefined {
  return fields.find(
    (field) => !field.isOptional && belongs(field, entry) && valueIn(entry, field.name) === null,
  );
}

export const valueIn = (entry: ValueMap, name: string): Value =>
  Object.hasOwn(entry, name) ? (entry[name] ?? null) : null;

export const belongs = ({ onlyFor }: WantedField, entry: ValueMap): boolean =>
  onlyFor.every(([field, options]) => {
    const value = valueIn(entry, field);
    return typeof value === "string" && options.includes(value);
  });
