// One variable of a flow's document: its type, how it is asked for, and what its answers are called.

import type { Answer, Option, Variable } from "./document.ts";
import type { Fields } from "./fields.ts";
import { tokenise } from "./understand/words.ts";

export function parseVariable(name: string, fields: Fields): Variable {
  const answer = parseAnswer(fields);
  const variable = {
    name,
    answer,
    ask: fields.wordings("ask"),
    noMatch: fields.wordings("no_match"),
    noInput: fields.wordings("no_input"),
  };
  fields.text("description");
  fields.done();
  return variable;
}

/** Larger numbers are not spoken as words yet. */
const numberMax = 99;

function parseAnswer(fields: Fields): Answer {
  const type = fields.needed("type");
  switch (type) {
    case "boolean":
      return { type };
    case "number": {
      if (!fields.flag("integer", false)) fields.report("VF112", "only 'integer: true' can be asked for yet");
      const min = fields.integer("min");
      const max = fields.integer("max");
      if (max < min || max > numberMax) {
        fields.report("VF112", `'max' must be between 'min' and ${numberMax}`, "max");
      }
      return { type, min, max: Math.min(max, numberMax), units: fields.texts("synonyms") };
    }
    case "digits":
      return { type, lengths: parseLengths(fields) };
    case "choice":
      return { type, options: parseOptions(fields) };
    default:
      fields.report("VF114", `'${type}' is no type that can be asked for yet`, "type");
      return { type: "boolean" };
  }
}

function parseLengths(fields: Fields): readonly number[] {
  const fixed = fields.has("length") ? fields.integer("length", 1) : undefined;
  const min = fixed ?? fields.integer("min_length");
  const max = fixed ?? fields.integer("max_length");
  if (min < 1 || max < min || max > min + 2 || max > 20) {
    fields.report("VF112", "digits have one to three lengths, each from 1 to 20");
    return [1];
  }
  return Array.from({ length: max - min + 1 }, (_, index) => min + index);
}

function parseOptions(fields: Fields): readonly Option[] {
  const raw = fields.raw("options");
  if (!Array.isArray(raw) || raw.length === 0) {
    fields.report("VF115", "a choice needs 'options'", "options");
    return [];
  }
  const options = raw.map((value: unknown, index) => parseOption(fields.at("options", index, value)));
  const owners = new Map<string, string>();
  for (const [index, { id, label, synonyms, dtmf }] of options.entries()) {
    const at = fields.at("options", index, raw[index]);
    if (dtmf !== undefined && options.findIndex((other) => other.dtmf === dtmf) < index) {
      at.report("VF116", `the key ${dtmf} is used twice`, "dtmf");
    }
    for (const name of new Set([label, ...synonyms].map((text) => tokenise(text).join(" ")))) {
      const owner = owners.get(name);
      if (owner !== undefined) at.report("VF117", `'${name}' already means '${owner}'`, "synonyms");
      owners.set(name, id);
    }
  }
  return options;
}

function parseOption(fields: Fields): Option {
  const id = fields.id("id");
  const option = {
    id,
    label: fields.text("label") ?? id.replaceAll("_", " "),
    synonyms: fields.texts("synonyms"),
    ...fields.dtmf(),
  };
  fields.text("description");
  fields.done();
  return option;
}
