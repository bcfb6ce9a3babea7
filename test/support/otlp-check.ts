// OTLP check: faults of the body of `POST /v1/traces`, by the messages of opentelemetry-proto 1.x (trace.proto,
// common.proto, resource.proto) and the rules of its JSON encoding. Written from those, without our encoder.

export interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}

export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly OtlpAttribute[];
  readonly events?: readonly {
    readonly name: string;
    readonly timeUnixNano: string;
    readonly attributes?: readonly OtlpAttribute[];
  }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code?: number };
}

/** A rule for a value: returns its faults, each with its path. */
type Rule = (value: unknown, at: string) => readonly string[];

const wrong = (at: string, what: string): readonly string[] => [`${at}: ${what}`];
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A message with only these fields, each absent or correct. */
function message(fields: Readonly<Record<string, Rule>>, must: readonly string[] = []): Rule {
  return (value, at) => {
    if (!isObject(value)) return wrong(at, "no message");
    const missing = must.filter((name) => !(name in value)).map((name) => `${at}: no ${name}`);
    const bad = Object.entries(value).flatMap(([name, field]) => {
      const rule = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return rule === undefined ? wrong(`${at}.${name}`, "no such field") : rule(field, `${at}.${name}`);
    });
    return [...missing, ...bad];
  };
}

const list =
  (rule: Rule): Rule =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((each, i) => rule(each, `${at}[${i}]`)) : wrong(at, "no list");
const like =
  (pattern: RegExp, what: string): Rule =>
  (value, at) =>
    typeof value === "string" && pattern.test(value) ? [] : wrong(at, what);
const text: Rule = (value, at) => (typeof value === "string" ? [] : wrong(at, "no text"));
const someText = like(/./su, "no text, or none in it");
const enumeration =
  (most: number): Rule =>
  (value, at) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
      ? []
      : wrong(at, `no number of an enumeration up to ${most}`);
const uint32 = enumeration(2 ** 32 - 1);
const traceId = like(/^(?!0+$)[\da-f]{32}$/, "no 16 bytes in hexadecimal");
const spanId = like(/^(?!0+$)[\da-f]{16}$/, "no 8 bytes in hexadecimal");

/** Integers of 64 bits are strings of decimal digits. */
const integer =
  (least: bigint, most: bigint): Rule =>
  (value, at) =>
    typeof value === "string" && /^-?\d+$/.test(value) && BigInt(value) >= least && BigInt(value) <= most
      ? []
      : wrong(at, "no 64-bit integer as a string");
const int64 = integer(-(2n ** 63n), 2n ** 63n - 1n);
const nanos = integer(1n, 2n ** 64n - 1n);

const kindsOfValue: Readonly<Record<string, Rule>> = {
  stringValue: text,
  boolValue: (value, at) => (typeof value === "boolean" ? [] : wrong(at, "no boolean")),
  intValue: int64,
  doubleValue: (value, at) => (Number.isFinite(value) ? [] : wrong(at, "no number")),
};
const anyValue: Rule = (value, at) => [
  ...message(kindsOfValue)(value, at),
  ...(isObject(value) && Object.keys(value).length === 1 ? [] : wrong(at, "not exactly one kind of value")),
];
const attributes: Rule = (value, at) => {
  const bad = list(message({ key: someText, value: anyValue }, ["key", "value"]))(value, at);
  const keys = Array.isArray(value) ? value.map((each: { readonly key?: unknown }) => each?.key) : [];
  return new Set(keys).size === keys.length ? bad : [...bad, ...wrong(at, "a key stands there twice")];
};

const event = message({ timeUnixNano: nanos, name: text, attributes, droppedAttributesCount: uint32 }, [
  "timeUnixNano",
  "name",
]);
const link = message(
  { traceId, spanId, traceState: text, attributes, droppedAttributesCount: uint32, flags: uint32 },
  ["traceId", "spanId"],
);
const spanFields = message(
  {
    traceId,
    spanId,
    traceState: text,
    parentSpanId: spanId,
    flags: uint32,
    name: someText,
    kind: enumeration(5),
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    attributes,
    droppedAttributesCount: uint32,
    events: list(event),
    droppedEventsCount: uint32,
    links: list(link),
    droppedLinksCount: uint32,
    status: message({ message: text, code: enumeration(2) }),
  },
  ["traceId", "spanId", "name", "startTimeUnixNano", "endTimeUnixNano"],
);
const span: Rule = (value, at) => {
  const bad = spanFields(value, at);
  if (bad.length > 0) return bad;
  const { startTimeUnixNano: from, endTimeUnixNano: to } = value as OtlpSpan;
  return BigInt(from) <= BigInt(to) ? [] : wrong(at, "it ends before it begins");
};
const request = message(
  {
    resourceSpans: list(
      message({
        resource: message({ attributes, droppedAttributesCount: uint32 }),
        scopeSpans: list(
          message({
            scope: message({ name: text, version: text, attributes, droppedAttributesCount: uint32 }),
            spans: list(span),
            schemaUrl: text,
          }),
        ),
        schemaUrl: text,
      }),
    ),
  },
  ["resourceSpans"],
);

/** Faults of a body; empty for a correct one. */
export function wrongInBody(body: string): readonly string[] {
  try {
    return request(JSON.parse(body), "body");
  } catch {
    return wrong("body", "no JSON");
  }
}

/** Spans of a correct body. */
export function spansIn(body: string): readonly OtlpSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    readonly resourceSpans: readonly {
      readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
    }[];
  };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** Faults of whole traces: each has one root, every parent exists, and no span occurs twice. */
export function wrongInTraces(spans: readonly OtlpSpan[]): readonly string[] {
  return [...Map.groupBy(spans, ({ traceId: id }) => id)].flatMap(([id, of]) => {
    const ids = new Set(of.map(({ spanId: own }) => own));
    const roots = of.filter(({ parentSpanId }) => parentSpanId === undefined);
    return [
      ...(ids.size === of.length ? [] : wrong(id, "a span stands there twice")),
      ...(roots.length === 1 ? [] : wrong(id, `${roots.length} roots`)),
      ...of
        .filter(({ parentSpanId }) => parentSpanId !== undefined && !ids.has(parentSpanId))
        .map(({ name }) => `${id}: ${name} has a parent that is not there`),
    ];
  });
}

/** Its attributes by name, as JavaScript values. */
export function attributesOf({ attributes: of = [] }: Pick<OtlpSpan, "attributes">) {
  const valueOf = ({ stringValue, intValue, doubleValue, boolValue }: OtlpValue) =>
    stringValue ?? doubleValue ?? boolValue ?? Number(intValue);
  return Object.fromEntries(of.map(({ key, value }) => [key, valueOf(value)]));
}
