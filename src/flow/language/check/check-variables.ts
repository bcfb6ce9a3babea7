// Checks VF111, VF112, VF115 to VF117, VF210 and VF514: variables, their types, bounds and options. VF111 is about
// the keys that a type needs, VF112 about bounds.

import { postcodeMasks } from "../../value/postcodes.ts";
import { amountUnits, durationUnits } from "../../value/measure-unit.ts";
import type { LocatedValue } from "../model/map-reader.ts";
import type { OptionModel, VariableModel } from "../model/model.ts";
import { holesOf, textsOf } from "../model/model-texts.ts";
import { normalised } from "../model/normalised-phrase.ts";
import { type CheckContext, suggestName } from "./check-context.ts";
import { checkFields as fields } from "./check-fields.ts";
import { cyclesIn } from "../model/flow-graph.ts";

export function checkVariables(checking: CheckContext): void {
  const { model, report } = checking;
  const asked = askedIn(checking);
  for (const variable of [...model.types.values(), ...model.variables.values()]) {
    const isAsked = asked.has(variable.name) && variable.path[0] === "variables";
    // Problems in keys that come from a type are reported at the type, not at each variable of it.
    const hasOwnOptions = variable.fields.pathOf("options")[1] === variable.name;
    one(variable, { checking, isAsked, hasOwnOptions });
    for (const field of variable.record ?? [])
      one(field, { checking, isAsked, hasOwnOptions: field.fields.pathOf("options").length > 3 });
    fields(variable, { checking, isAsked });
  }
  for (const value of model.onEnd?.extract.values() ?? [])
    one(value, { checking, isAsked: false, hasOwnOptions: value.fields.pathOf("options").length > 3 });
  for (const name of asked) {
    const variable = model.variables.get(name);
    const key = variable?.default === undefined ? "split" : "default";
    if (variable?.fields.has(key) !== true) continue;
    report({
      code: "VF514",
      path: variable.fields.pathOf(key),
      atKey: true,
      message: `'${name}' is asked for, so it cannot have a ${key}: the question would be skipped`,
      hint: `remove the ${key}, or set the variable in the give_up node`,
    });
  }
  typeCycles(checking);
}

interface Checked {
  readonly checking: CheckContext;
  readonly isAsked: boolean;
}

/** Checks of variables and fields alike. */
function one(
  variable: VariableModel,
  { hasOwnOptions, ...checked }: Checked & { readonly hasOwnOptions: boolean },
): void {
  const { checking } = checked;
  needs(variable, checked);
  if (hasOwnOptions) options(variable, checking);
  split(variable, checking);
  lengths(variable, checking);
  bounds(variable, checking);
  unit(variable, checking);
}

/** Variables that some question asks for. */
function askedIn({ model }: Pick<CheckContext, "model">): ReadonlySet<string> {
  return new Set([...model.nodes.values()].flatMap(({ asks }) => asks.map(({ value }) => value)));
}

function needs(variable: VariableModel, { checking, isAsked }: Checked): void {
  const { fields, kind, name, path } = variable;
  const missing = (key: string, why: string, hint: string): void => {
    if (!fields.has(key))
      checking.report({
        code: "VF111",
        path,
        atKey: true,
        message: `'${name}' needs '${key}'${why}`,
        hint,
      });
  };
  if (kind === "code" && !postcodeMasks.has(fields.words("region") ?? ""))
    missing("mask", "", "A for a letter, 9 for a digit, * for either: mask: AA999; of a postcode region: GB");
  if (kind === "phone" && isAsked)
    missing(
      "region",
      ": callers say their numbers without the country",
      "add the country, such as region: FR",
    );
  if (kind === "duration") missing("unit", ": a quantity has a unit", "unit: minutes");
  if (kind === "amount") missing("unit", ": a quantity has a unit", "unit: kg");
  if (kind !== "choice") return;
  if (!fields.has("options") || variable.options?.length === 0) {
    checking.report({
      code: "VF115",
      path,
      atKey: true,
      message: `the choice '${name}' has no options`,
      hint: "add options: [{id: …}, {id: …}]",
    });
  }
}

function split(variable: VariableModel, { report }: CheckContext): void {
  const { fields, options, split: shares, default: initial } = variable;
  if (!fields.has("split")) return;
  const path = fields.pathOf("split");
  const at = { code: "VF112", path, atKey: true } as const;
  if (initial !== undefined)
    report({ ...at, message: "a split chooses its value at random, so it cannot have a default" });
  if (!shares.some(({ value }) => value > 0)) report({ ...at, message: "all shares are 0" });
  if (options === undefined) report({ ...at, message: "a split needs options written in the flow" });
  const ids = options?.map(({ id }) => id) ?? [];
  for (const { option, path: place } of options === undefined ? [] : shares) {
    if (ids.includes(option)) continue;
    report({
      code: "VF305",
      path: place,
      atKey: true,
      message: `'${option}' is not one of ${ids.join(", ")}`,
      ...suggestName(option, ids),
    });
  }
}

function lengths({ kind, fields }: VariableModel, { report }: CheckContext): void {
  if (kind !== "digits") return;
  const [min, max] = [fields.number("min_length"), fields.number("max_length")];
  const other = fields.has("min_length") ? "min_length" : "max_length";
  if (fields.has("length") && fields.has(other)) {
    report({
      code: "VF112",
      path: fields.pathOf(other),
      atKey: true,
      message: `'length' and '${other}' exclude each other`,
    });
  } else if (min !== undefined && max !== undefined && min > max) {
    report({
      code: "VF112",
      path: fields.pathOf("max_length"),
      message: `this is less than min_length, ${min}`,
    });
  }
}

const unitsOf: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["duration", durationUnits],
  ["amount", amountUnits],
  ["date_range", ["days", "nights"]],
]);

function unit({ kind, fields }: VariableModel, { report }: CheckContext): void {
  const [named, units] = [fields.words("unit"), unitsOf.get(kind ?? "")];
  if (named === undefined || units === undefined || units.includes(named)) return;
  report({
    code: "VF112",
    path: fields.pathOf("unit"),
    message: `a ${kind} cannot have the unit '${named}'`,
    hint: `write ${units.join(", ")}`,
  });
}

const isCounted: ReadonlySet<string> = new Set(["number", "money", "duration", "amount"]);

/** Checks the bounds that are written as numbers; templates are only known at run time. */
function bounds({ kind, fields }: VariableModel, { report }: CheckContext): void {
  if (!isCounted.has(kind ?? "")) return;
  const [min, max] = [fields.number("min"), fields.number("max")];
  if (min === undefined || max === undefined || min <= max) return;
  report({ code: "VF112", path: fields.pathOf("max"), message: `this is less than min, ${min}` });
}

function label({ label: words }: OptionModel, { report }: CheckContext): void {
  for (const { path, template } of textsOf(words)) {
    const [hole] = holesOf(template);
    if (hole === undefined) continue;
    const { from, to } = hole;
    const message = "a label is spoken literally and cannot contain {{ }}";
    report({
      code: "VF112",
      path,
      from,
      to,
      message,
      hint: 'take the options from data: options: "{{ … }}"',
    });
  }
}

function options({ options: all = [] }: VariableModel, checking: CheckContext): void {
  const { report } = checking;
  const ids = new Set<string>();
  const keys = new Map<string, string>();
  const words = new Map<string, string>();
  for (const option of all) {
    if (ids.has(option.id)) {
      report({
        code: "VF108",
        path: [...option.path, "id"],
        message: `there are two options '${option.id}'`,
      });
      continue;
    }
    ids.add(option.id);
    label(option, checking);
    const { dtmf } = option;
    const other = dtmf && keys.get(dtmf.value);
    if (dtmf !== undefined && other !== undefined)
      report({
        code: "VF116",
        path: dtmf.path,
        message: `the key ${dtmf.value} already means '${other}'`,
      });
    else if (dtmf !== undefined) keys.set(dtmf.value, option.id);
    for (const { language, value, path } of wordsFor(option, checking.model.languages)) {
      const key = `${language} ${normalised(value)}`;
      const taken = words.get(key);
      if (taken !== undefined && taken !== option.id)
        report({ code: "VF117", path, message: `'${value}' already means '${taken}'` });
      else words.set(key, option.id);
    }
  }
}

/** The words by which callers choose an option, each with its language. */
export function wordsFor(
  option: OptionModel,
  languages: readonly string[],
): readonly (LocatedValue<string> & { readonly language: string })[] {
  const label = [...(option.label?.languages ?? [])].flatMap(([language, lines]) =>
    lines.map(({ source: value, path }) => ({ language, value, path })),
  );
  const synonyms = [...(option.synonyms?.languages ?? [])].flatMap(([language, phrases]) =>
    phrases.map((at) => ({ language, ...at })),
  );
  const id = { value: option.id.replaceAll("_", " "), path: [...option.path, "id"] };
  const named = option.label === undefined ? languages.map((language) => ({ ...id, language })) : label;
  return [...named, ...synonyms];
}

function typeCycles({ model, report }: CheckContext): void {
  const clearing = (name: string): readonly string[] =>
    (model.variables.get(name)?.dependsOn ?? []).map(({ value }) => value);
  for (const cycle of cyclesIn([...model.variables.keys()], clearing)) {
    const members = new Set(cycle);
    const first = [...model.variables.values()].find(({ name }) => members.has(name));
    if (first === undefined) continue;
    report({
      code: "VF210",
      path: first.fields.pathOf("depends_on"),
      atKey: true,
      message: `${[...cycle].sort().join(", ")} depend on each other in a circle`,
      hint: "let a variable depend only on earlier questions",
    });
  }
}
