// Head of an entry: the field that says what it is.

import type { WantedField } from "../understanding.ts";

/**
 * The choice that says what an entry is: the one that decides which fields it has, else the last one, since fields are
 * written as they are spoken, and a noun comes after what describes it ("two large margheritas").
 */
export function headOf(fields: readonly WantedField[]): WantedField | undefined {
  const choices = fields.filter(
    ({ wanted, isOptional, onlyFor }) => wanted.kind === "choice" && !isOptional && onlyFor.length === 0,
  );
  const isOwner = ({ name }: WantedField): boolean =>
    fields.some(({ onlyFor }) => onlyFor.some(([owner]) => owner === name));
  return choices.find(isOwner) ?? choices.at(-1);
}
