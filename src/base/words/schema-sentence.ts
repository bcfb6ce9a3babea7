// Schema sentence: explains why a value does not fit its JSON schema, in words for people, without regular
// expressions and rule names.

/** A broken rule, as a validator reports it. */
export interface Misfit {
  readonly keyword: string;
  /** JSON pointers. */
  readonly schemaPath: string;
  readonly instancePath: string;
}

export interface SaidMisfit {
  readonly pointer: string;
  /** Follows the name of the place: "must be …". */
  readonly says: string;
}

type Schema = Readonly<Record<string, unknown>>;

/** Words for a value with a pattern, such as "a whole number from 1 to 200". */
export const mustBe = "x-must-be";

const alternative = /^(.*?)\/(?:anyOf|oneOf)\/\d+/;
/** A value that breaks one of these rules of a whole alternative was not meant as that alternative. */
const tellsApart: ReadonlySet<string> = new Set(["type", "const", "enum"]);

/** One message for each broken rule; alternatives that all fail share one message. */
export function saidMisfits(schema: object, misfits: readonly Misfit[]): readonly SaidMisfit[] {
  const excluded = new Set(
    misfits.flatMap(({ keyword, schemaPath }) => {
      const [branch] = alternative.exec(schemaPath) ?? [];
      // A constant inside also distinguishes alternatives.
      const tells = schemaPath === branch ? tellsApart.has(keyword) : keyword === "const";
      return branch !== undefined && tells ? branch : [];
    }),
  );
  const isMeant = ({ schemaPath }: Misfit): boolean => {
    const branch = alternative.exec(schemaPath)?.[0];
    return branch !== undefined && !excluded.has(branch);
  };
  const meant = new Set(misfits.filter(isMeant).map(({ schemaPath }) => alternative.exec(schemaPath)?.[1]));
  const sentences = new Map<string, SaidMisfit>();
  for (const misfit of misfits) {
    const [branch, choice] = alternative.exec(misfit.schemaPath) ?? [];
    const isChoice = /^(?:any|one)Of$/.test(misfit.keyword);
    if ((branch !== undefined && !isMeant(misfit)) || (isChoice && meant.has(misfit.schemaPath))) continue;
    if (isChoice && choice !== undefined) continue;
    const says = wrongWith(at(schema, misfit.schemaPath), misfit.keyword);
    sentences.set(`${misfit.instancePath} ${says}`, { pointer: misfit.instancePath, says });
  }
  // A validator that reports only the first few may have left out the one about all alternatives.
  const [first] = misfits;
  if (sentences.size === 0 && first !== undefined) {
    const choice = alternative.exec(first.schemaPath)?.[1] ?? first.schemaPath;
    return [{ pointer: first.instancePath, says: wrongWith(at(schema, choice), "anyOf") }];
  }
  return [...sentences.values()];
}

/** Error of a value at a place with this schema, by the broken rule: "must …". */
export function wrongWith(schema: Schema, keyword: string): string {
  const { minLength, minItems, maxItems, maxLength, maxProperties, minProperties } = schema;
  switch (keyword) {
    case "minLength":
      return minLength === 1 ? "must not be empty" : `must have at least ${count(minLength, "character")}`;
    case "maxLength":
      return `must have at most ${count(maxLength, "character")}`;
    case "minItems":
      return minItems === 1 ? "must not be empty" : `must have at least ${count(minItems, "entry")}`;
    case "maxItems":
      return `must have at most ${count(maxItems, "entry")}`;
    case "uniqueItems":
      return "must not have the same entry twice";
    case "minProperties":
      return `must have at least ${count(minProperties, "key")}`;
    case "maxProperties":
      return `must have at most ${count(maxProperties, "key")}`;
    case "additionalProperties":
    case "propertyNames":
    case "boolean":
      return "has a key that it must not have";
    case "type":
      // The form of the value would not help.
      return `must be ${schema["type"] === "string" && !(mustBe in schema) ? "text" : kindOf(schema)}`;
    default:
      return `must be ${kindOf(schema)}`;
  }
}

function count(value: unknown, what: "character" | "entry" | "key"): string {
  const number = Number(value);
  const many = what === "entry" ? "entries" : `${what}s`;
  return `${number.toLocaleString("en")} ${number === 1 ? what : many}`;
}

/** Expectation of a schema, such as "a whole number from 1 to 30" or "text or null". */
function kindOf(schema: Schema): string {
  const expectation = schema[mustBe];
  if (typeof expectation === "string") return expectation;
  const choices = choicesIn(schema);
  const values = choices.filter((each) => "const" in each && each["type"] !== "null");
  const others = choices.filter((each) => !values.includes(each)).map(kindOf);
  const named = values.length === 1 ? [quoted(values[0]?.["const"])] : [];
  const several =
    values.length > 1 ? [`one of ${values.map((each) => quoted(each["const"])).join(", ")}`] : [];
  if (choices.length > 0) return [...new Set([...several, ...named, ...others])].join(" or ");
  if (Array.isArray(schema["enum"])) return `one of ${schema["enum"].map(quoted).join(", ")}`;
  if ("const" in schema) return quoted(schema["const"]);
  return typeText(schema);
}

function choicesIn(schema: Schema): readonly Schema[] {
  const listed = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(listed) ? listed.filter(isSchema) : [];
}

const quoted = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function typeText(schema: Schema): string {
  switch (schema["type"]) {
    case "integer":
      return `a whole number${rangeText(schema)}`;
    case "number":
      return `a number${rangeText(schema)}`;
    case "string":
      return schema["pattern"] === undefined ? "text" : formText(schema["description"]);
    case "boolean":
      return "true or false";
    case "array":
      return "a list";
    case "object":
      return "an object";
    case "null":
      return "null";
    default:
      return "of another kind";
  }
}

/** Words for a pattern without a description. */
function formText(description: unknown): string {
  return typeof description === "string"
    ? `written in another way: ${description}`
    : "written in another way";
}

function rangeText(schema: Schema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const steps = multipleOf === undefined ? "" : ` that is a multiple of ${shown(multipleOf)}`;
  if (minimum !== undefined && maximum !== undefined)
    return ` from ${shown(minimum)} to ${shown(maximum)}${steps}`;
  const least =
    exclusiveMinimum === undefined ? bound("of at least", minimum) : bound("above", exclusiveMinimum);
  const most =
    exclusiveMaximum === undefined
      ? bound(minimum === undefined && exclusiveMinimum === undefined ? "of at most" : "at most", maximum)
      : bound("below", exclusiveMaximum);
  return `${[least, most].filter((each) => each !== "").join(" and")}${steps}`;
}

const bound = (words: string, value: unknown): string =>
  value === undefined ? "" : ` ${words} ${shown(value)}`;
const shown = (value: unknown): string => Number(value).toLocaleString("en", { maximumFractionDigits: 10 });

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null;
}

/** Part of a schema named by a pointer such as "#/properties/a"; empty if there is none. */
function at(schema: object, pointer: string): Schema {
  let part: unknown = schema;
  for (const step of pointer.split("/").slice(1)) {
    if (!isSchema(part)) return {};
    part = part[decodeURIComponent(step.replaceAll("~1", "/").replaceAll("~0", "~"))];
  }
  return isSchema(part) ? part : {};
}
