// Compiler of variables: their types, bounds, options and default values.

import type { Expr, Template } from "../expression/ast.ts";
import { constantOf, exprOfTemplate } from "../expression/data-template.ts";
import { maskMark, postcodeMasks } from "../../value/postcodes.ts";
import type { Fields } from "../model/map-reader.ts";
import { isMeasureUnit } from "../../value/measure-unit.ts";
import type { FieldModel, OptionModel, VariableModel } from "../model/model.ts";
import { isKind } from "../model/model-variables.ts";
import type { Option, RecordField, Variable, VariableType } from "../program.ts";
import { labelOf, namesOf, templateOf, textOf } from "./compile-texts.ts";

/** Longest digit string that is accepted where the document sets no length. */
const digitsMax = 20;
const currencyDefault = "USD";
/** Used only by documents that the checker rejects. */
const unitDefaults = { duration: "minutes", amount: "kg" } as const;

export function compileVariable(model: VariableModel): Variable {
  const { name, fields, example } = model;
  const description = fields.words("description");
  const initial = defaultOf(model);
  return {
    name,
    type: typeOf(model),
    ask: textOf(model.ask),
    synonyms: namesOf(model.synonyms),
    ...(initial !== undefined && { default: initial }),
    ...(model.split.length > 0 && {
      split: model.split.map(({ option, value }) => [option, value] as const),
    }),
    input: model.input,
    output: model.output,
    required: model.required,
    ...(example !== undefined && { example: constantOf(example.value) }),
    sensitive: model.sensitive,
    llm: model.llm === true,
    dependsOn: model.dependsOn.map(({ value }) => value),
    ...(description !== undefined && { description }),
  };
}

function defaultOf({ default: initial }: VariableModel): Expr | undefined {
  if (initial === undefined) return undefined;
  const { line, value } = initial;
  const hasHoles = line?.template?.some((part) => typeof part !== "string") === true;
  return line?.template !== undefined && hasHoles ? exprOfTemplate(line.template) : constantOf(value);
}

function typeOf(model: VariableModel): VariableType {
  const { kind = "text", fields } = model;
  switch (kind) {
    case "number":
      return { kind, ...boundsOf(model), integer: fields.boolean("integer") ?? false };
    case "money":
      return { kind, ...boundsOf(model), currency: fields.words("currency") ?? currencyDefault };
    case "duration":
    case "amount": {
      const unit = fields.words("unit") ?? "";
      const measureUnit = isMeasureUnit(unit) ? unit : unitDefaults[kind];
      return { kind, ...boundsOf(model), integer: fields.boolean("integer") ?? false, unit: measureUnit };
    }
    case "date_range": {
      const unit = (["days", "nights"] as const).find((each) => each === fields.words("unit"));
      return { kind, ...boundsOf(model), ...(unit !== undefined && { unit }) };
    }
    case "date":
    case "time":
    case "time_range":
      return { kind, ...boundsOf(model) };
    case "digits": {
      const length = fields.number("length");
      const lengthMin = length ?? fields.number("min_length") ?? 1;
      const lengthMax = length ?? fields.number("max_length") ?? Math.max(digitsMax, lengthMin);
      return { kind, lengthMin, lengthMax };
    }
    case "code":
      return { kind, mask: masksOf(fields).join(maskMark) || "*" };
    case "phone":
      return { kind, region: fields.words("region") ?? "" };
    case "choice":
      if (model.optionsFrom?.template !== undefined)
        return { kind, from: exprOfTemplate(model.optionsFrom.template) };
      return { kind, options: (model.options ?? []).map(optionOf) };
    case "list": {
      const { record, more } = model;
      if (record !== undefined) return { kind, fields: record.map(fieldOf), more: textOf(more) };
      const of = fields.words("of");
      return of !== undefined && isKind(of) ? { kind, of } : { kind };
    }
    default:
      return { kind };
  }
}

/** The masks of the document, else those of the country's postcodes. */
function masksOf(fields: Fields): readonly string[] {
  const one = fields.words("mask");
  const several = fields.strings("mask").map(({ value }) => value);
  const written = one === undefined ? several : [one];
  return written.length > 0 ? written : (postcodeMasks.get(fields.words("region") ?? "") ?? []);
}

function fieldOf(field: FieldModel): RecordField {
  const { name, fields, default: initial } = field;
  const description = fields.words("description");
  return {
    name,
    type: typeOf(field),
    ask: textOf(field.ask),
    synonyms: namesOf(field.synonyms),
    ...(initial !== undefined && { default: initial.value }),
    isOptional: field.optional,
    onlyFor: field.onlyFor.map((each) => [each.field, each.value.map(({ value }) => value)]),
    ...(description !== undefined && { description }),
  };
}

function boundsOf({ min, max }: VariableModel): {
  readonly min?: Template;
  readonly max?: Template;
} {
  return {
    ...(min !== undefined && { min: templateOf(min) }),
    ...(max !== undefined && { max: templateOf(max) }),
  };
}

function optionOf({ id, label, synonyms, dtmf, description, condition }: OptionModel): Option {
  return {
    id,
    label: labelOf(label),
    synonyms: namesOf(synonyms),
    ...(dtmf !== undefined && { dtmf: dtmf.value }),
    ...(description !== undefined && { description }),
    ...(condition?.expr !== undefined && { if: condition.expr }),
  };
}
