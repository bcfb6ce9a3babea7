// Model of variables: builds the typed model of the document's variables, types and options.

import { askable, type Kind } from "../../value/value.ts";
import type { Path } from "../source/problem.ts";
import { type LocatedValue, Fields, isMap, valueOf } from "./map-reader.ts";
import type { FieldModel, QuestionSettings, OptionModel, VariableModel, RepromptsModel } from "./model.ts";
import type { TextReader } from "./model-texts.ts";

const kinds: ReadonlySet<string> = new Set([...askable, "list", "object", "audio"]);

/** Whether a name is a built-in kind rather than a type that the document defines. */
export function isKind(name: string): name is Kind {
  return kinds.has(name);
}

export function kindNames(): readonly string[] {
  return [...kinds];
}

/** The names that a variable's `type` may have in every flow. */
export const typeNames = (): readonly string[] => [...kinds, ...namedTypes.keys()];

const namedType = (...entries: readonly (readonly [key: string, value: unknown])[]): Fields =>
  new Fields(new Map(entries), []);

/** Types that every flow has, built on kinds. A flow's own type of the same name takes precedence. */
const namedTypes: ReadonlyMap<string, Fields> = new Map([
  ["birthday", namedType(["type", "date"], ["max", "{{ today() }}"])],
  ["postcode", namedType(["type", "code"])],
  ["address", namedType(["type", "text"], ["confirm", "explicit"])],
]);

/** Maximum length of a chain of types that build on each other. */
const chainMax = 8;

/** The keys of a variable together with those that it inherits from its chain of types. */
export function resolvedFields(
  data: unknown,
  path: Path,
  types: ReadonlyMap<string, Fields>,
): { readonly fields: Fields; readonly kind: Kind | undefined } | undefined {
  if (!isMap(data)) return undefined;
  const chain = [new Fields(data, path)];
  const seen = new Set<string>();
  for (;;) {
    const name = chain.at(-1)?.words("type");
    if (name === undefined || seen.has(name) || chain.length > chainMax) break;
    seen.add(name);
    const type = isKind(name) ? undefined : (types.get(name) ?? namedTypes.get(name));
    if (type === undefined) break;
    chain.push(type);
  }
  const named = chain.at(-1)?.words("type");
  const kind = named !== undefined && isKind(named) ? named : undefined;
  const fields = chain.reduceRight<Fields | undefined>((under, each) => each.over(under), undefined);
  return fields === undefined ? undefined : { fields, kind };
}

function repromptsOf(fields: Fields, texts: TextReader): RepromptsModel {
  return {
    noMatch: texts.words(fields, "no_match"),
    noInput: texts.words(fields, "no_input"),
    invalid: texts.words(fields, "invalid"),
    readBack: texts.words(fields, "read_back"),
  };
}

export function questionSettingsOf(fields: Fields, texts: TextReader): QuestionSettings {
  return {
    ...repromptsOf(fields, texts),
    confirm: fields.one("confirm", ["auto", "never", "implicit", "explicit"] as const),
    // Settings of a model turn its help on.
    llm: fields.boolean("llm") ?? (fields.map("llm") === undefined ? undefined : true),
  };
}

export interface VariableReading {
  readonly texts: TextReader;
  readonly types: ReadonlyMap<string, Fields>;
}

export function variableOf(
  name: string,
  { fields, kind }: { readonly fields: Fields; readonly kind: Kind | undefined },
  { texts, types }: VariableReading,
): VariableModel {
  const fallback = fields.has("default")
    ? { value: fields.get("default"), path: fields.pathOf("default") }
    : undefined;
  return {
    name,
    path: fields.path,
    kind,
    fields,
    ask: texts.words(fields, "ask"),
    ...questionSettingsOf(fields, texts),
    synonyms: texts.phrases(fields, "synonyms"),
    options: optionsOf(fields, texts),
    optionsFrom: texts.optionalLine(fields.string("options")),
    record: kind === "list" && isMap(fields.get("of")) ? recordOf(fields, { texts, types }) : undefined,
    more: texts.words(fields, "more"),
    split: fields
      .entries("split")
      .flatMap(({ key, value, path }) => (typeof value === "number" ? [{ option: key, value, path }] : [])),
    min: texts.bound(fields, "min"),
    max: texts.bound(fields, "max"),
    default: fallback && { ...dataAt(fallback), line: lineOf(fallback, texts) },
    example: fields.has("example")
      ? { value: valueOf(fields.get("example")), path: fields.pathOf("example") }
      : undefined,
    input: fields.boolean("input") ?? false,
    output: fields.boolean("output") ?? false,
    required: fields.boolean("required") ?? false,
    sensitive: fields.boolean("sensitive") ?? false,
    optional: fields.boolean("optional") ?? false,
    dependsOn: fields.strings("depends_on"),
  };
}

function recordOf(fields: Fields, reading: VariableReading): readonly FieldModel[] {
  return fields.entries("of").flatMap(({ key: name, value, path }) => {
    const resolved = resolvedFields(value, path, reading.types);
    // A list within an entry cannot be asked for, and would have no end.
    if (resolved === undefined || resolved.kind === "list") return [];
    const onlyFor = resolved.fields.entries("only_for").map((each) => ({
      field: each.key,
      path: each.path,
      value: (Array.isArray(each.value) ? each.value : []).flatMap(
        (id: unknown, i): LocatedValue<string>[] =>
          typeof id === "string" ? [{ value: id, path: [...each.path, i] }] : [],
      ),
    }));
    return [{ ...variableOf(name, resolved, reading), onlyFor }];
  });
}

function dataAt({ value, path }: LocatedValue<unknown>) {
  return { value: valueOf(value), path };
}

function lineOf({ value, path }: LocatedValue<unknown>, texts: TextReader) {
  return typeof value === "string" ? texts.line({ value, path }) : undefined;
}

function optionsOf(fields: Fields, texts: TextReader): readonly OptionModel[] | undefined {
  if (!Array.isArray(fields.get("options"))) return undefined;
  return fields.list("options").flatMap(({ value, path }) => {
    const option = Fields.of(value, path);
    const id = option?.words("id");
    if (option === undefined || id === undefined) return [];
    return [
      {
        id,
        path,
        label: texts.words(option, "label"),
        synonyms: texts.phrases(option, "synonyms"),
        dtmf: option.string("dtmf"),
        description: option.words("description"),
        condition: texts.condition(option, "if"),
      },
    ];
  });
}
