// Checks VF501, VF112 and VF521: lists of records (whether their fields can be understood, and which entries
// have them), and the values extracted after a call.

import { askable, type Kind, listenable } from "../../value/value.ts";
import type { FieldModel, VariableModel } from "../model/model.ts";
import { type CheckContext, suggestName } from "./check-context.ts";

export function checkFields(
  { name, path, record }: VariableModel,
  { checking, isAsked }: { readonly checking: CheckContext; readonly isAsked: boolean },
): void {
  if (record === undefined) return;
  const { report } = checking;
  if (record.length === 0)
    report({
      code: "VF112",
      path: [...path, "of"],
      atKey: true,
      message: `the entries of '${name}' have no fields`,
    });
  // A name or a text can be any words, so an entry can recognise the words of only one such field.
  const free = record.find(({ kind }) => kind !== undefined && anyWords.has(kind));
  for (const field of record) {
    owners(field, record, checking);
    const isHeard = field.kind === undefined || listenable.has(field.kind) || field === free;
    if (!isAsked || isHeard) continue;
    const isFree = anyWords.has(field.kind);
    report({
      code: "VF501",
      path: field.path,
      atKey: true,
      message: isFree
        ? `'${field.name}' and '${free?.name ?? ""}' cannot be asked for together: both accept any words`
        : `'${field.name}' cannot be asked for in a list`,
      hint: `use ${[...listenable].join(", ")}, or ask for it by itself`,
    });
  }
  const isNamed = record.some(
    ({ kind, optional, onlyFor }) =>
      (kind === "choice" || (kind !== undefined && anyWords.has(kind))) && !optional && onlyFor.length === 0,
  );
  if (isAsked && record.length > 0 && !isNamed)
    report({
      code: "VF501",
      path,
      atKey: true,
      message: `'${name}' cannot be asked for: its entries have no choice, name or text that all of them have`,
      hint: "add a choice that all its entries have: kind: {type: choice, options: […]}",
    });
}

/** `only_for` names options of another field. */
function owners(
  { name, onlyFor }: FieldModel,
  record: readonly FieldModel[],
  { report }: CheckContext,
): void {
  for (const { field, path, value } of onlyFor) {
    const owner = record.find((each) => each.name === field && each.name !== name);
    if (owner?.kind !== "choice") {
      const others = record
        .filter((each) => each.kind === "choice" && each.name !== name)
        .map((each) => each.name);
      report({
        code: "VF112",
        path,
        atKey: true,
        message: `'${field}' is not another field of type choice`,
        ...suggestName(field, others),
      });
      continue;
    }
    const ids = owner.options?.map(({ id }) => id) ?? [];
    for (const option of owner.options === undefined ? [] : value) {
      if (ids.includes(option.value)) continue;
      report({
        code: "VF305",
        path: option.path,
        message: `'${option.value}' is not one of ${ids.join(", ")}`,
        ...suggestName(option.value, ids),
      });
    }
  }
}

const anyWords: ReadonlySet<Kind> = new Set<Kind>(["name", "text"]);
const scalars: ReadonlySet<Kind> = new Set(askable);

export function checkOnEnd({ model, report }: CheckContext): void {
  const { onEnd } = model;
  if (onEnd === undefined) return;
  if (!onEnd.summarises && onEnd.extract.size === 0)
    report({
      code: "VF521",
      path: ["on_end"],
      atKey: true,
      message: "on_end has no effect",
      hint: "write summary: true, or extract: {…}",
    });
  for (const { name, kind, path } of onEnd.extract.values()) {
    if (kind === undefined || scalars.has(kind)) continue;
    report({
      code: "VF521",
      path,
      atKey: true,
      message: `'${name}' cannot be extracted: it is ${kind === "list" ? "a list" : kind === "audio" ? "a recording" : "an object"}`,
      hint: `use ${askable.join(", ")}`,
    });
  }
}
