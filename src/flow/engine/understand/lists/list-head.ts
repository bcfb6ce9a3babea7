// Head and count of an entry: the field that says what it is, and the one that says how many of it there are.

import type { WantedField } from "../understanding.ts";

/**
 * The choice that says what an entry is: the one that decides which fields it has, else the last one, since fields are
 * written as they are spoken, and a noun comes after what describes it ("two large margheritas"). Without a choice it is
 * the first name or text.
 */
export function headOf(fields: readonly WantedField[]): WantedField | undefined {
  const isOwner = ({ name }: WantedField): boolean =>
    fields.some(({ onlyFor }) => onlyFor.some(([owner]) => owner === name));
  const always = fields.filter(({ isOptional, onlyFor }) => !isOptional && onlyFor.length === 0);
  const choices = always.filter(({ wanted }) => wanted.kind === "choice");
  const free = always.find(({ wanted }) => wanted.kind === "name" || wanted.kind === "text");
  return choices.find(isOwner) ?? choices.at(-1) ?? free;
}

/** A number behind a name is a fact about it ("Anna, nine"), and counts nothing. */
export function countOf(fields: readonly WantedField[]): WantedField | undefined {
  const head = headOf(fields);
  const isFree = head?.wanted.kind === "name" || head?.wanted.kind === "text";
  const before = isFree ? fields.slice(0, fields.indexOf(head)) : fields;
  return before.find(({ wanted }) => wanted.kind === "number");
}
