// Fuzzed request: a request to an operation of the API document, made from its schemas, with a list of its flaws.

import { misfit, type Operation, type Parameter } from "./api-document.ts";
import type { ApiWorld } from "./api-world.ts";
import { oddJson } from "./odd-json.ts";
import type { Random } from "../random.ts";
import { brokenOf, validOf } from "./schema-value.ts";

/** `odd`: it fits the schema, but more may be asked than a schema can say. */
export type Flaw = "credentials" | "path" | "query" | "body" | "origin" | "odd";

export interface FuzzedRequest {
  readonly operation: Operation;
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly flaws: ReadonlySet<Flaw>;
}

type Headers = Readonly<Record<string, string>>;
type Maker = {
  readonly operation: Operation;
  readonly world: ApiWorld;
  readonly dice: Random;
  readonly sane: boolean;
};

const bodyBytesMax = 1_024 * 1_024;
const jsonTypes = ["application/json", "application/json; charset=utf-8", "Application/JSON"];
const otherTypes = ["text/plain", "application/x-www-form-urlencoded", "%%"];
const types = [...jsonTypes, ...otherTypes];
const brokenBodies = ["", "{'a': 1}", "[".repeat(5_000), '{"a":'.repeat(70), "x"];
/** Ids that a router can read, and that name nothing. */
const strayIds = [
  "nothing",
  "%zz",
  "%00",
  "a%2Fb",
  "%C3%A9",
  "%F0%9F%99%82",
  "__proto__",
  "'",
  "%25",
  "x".repeat(2_000),
];

/** `saneShare` of all requests have no flaw at all. */
export function fuzzedRequest(
  operation: Operation,
  world: ApiWorld,
  { dice, saneShare }: { readonly dice: Random; readonly saneShare: number },
): FuzzedRequest {
  const maker: Maker = { operation, world, dice, sane: dice.chance(saneShare) };
  const flaws = new Set<Flaw>();
  const path = pathOf(maker, flaws) + queryOf(maker, flaws);
  const headers = {
    ...credentialsOf(maker, flaws),
    ...parameterHeaders(maker),
    ...originOf(maker, flaws),
  };
  const { body, type } = bodyOf(maker, flaws);
  return {
    operation,
    path,
    headers: type === undefined ? headers : { ...headers, "content-type": type },
    body,
    flaws,
  };
}

function pathOf({ operation, world, dice, sane }: Maker, flaws: Set<Flaw>): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const own = world.own.get(name);
    if (own !== undefined && own.length > 0 && (sane || dice.chance(0.6))) return dice.pick(own);
    flaws.add("path");
    return dice.pick([...strayIds, ...(world.foreign.get(name) ?? [])]);
  });
}

function queryOf({ operation, world, dice, sane }: Maker, flaws: Set<Flaw>): string {
  const query = new URLSearchParams();
  for (const parameter of inPlace(operation, "query")) {
    const { name, schema, required } = parameter;
    if (!required && dice.chance(0.4)) continue;
    const valid = String(world.hint(operation, name) ?? validOf(schema, dice));
    const value = sane || dice.chance(0.7) ? valid : String(brokenOf(schema, valid, dice));
    if (misfit(schema, value) !== undefined) flaws.add("query");
    query.append(name, value);
  }
  // A flow's mode without a flow is refused although it fits the schema.
  if (query.get("mode") === "flow" && !query.get("program_id")) flaws.add("query");
  // The same holds for audio far ahead for a client that cannot drop it.
  if (
    query.get("pacing") === "burst" &&
    !query
      .get("features")
      ?.split(",")
      .some((name) => name.trim() === "clear")
  )
    flaws.add("query");
  // Lists of calls refuse a range that ends before it begins, and other routes find no call in it.
  if (Date.parse(query.get("from") ?? "") > Date.parse(query.get("to") ?? "")) query.delete("to");
  // The same holds for a flow without its mode.
  if (query.get("program_id") && !query.has("mode")) flaws.add("query");
  if (dice.chance(0.1)) {
    query.append(dice.pick(["unknown", "a[b]", "__proto__"]), "1");
    const ways = operation.security.flatMap((way) => Object.keys(way));
    const isOpen = ways.length === 0 || ways.includes("sessionToken");
    if (!isOpen) flaws.add("query");
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

function credentialsOf({ operation, world, dice, sane }: Maker, flaws: Set<Flaw>): Headers {
  const { ada, revoked } = world;
  const ways = operation.security.flatMap((way) => Object.keys(way));
  const right: Headers[] = [
    ...(ways.includes("bearer") ? [ada.login] : []),
    ...(ways.includes("serviceKey") ? [ada.service] : []),
  ];
  const strange = dice.pick<Headers>([
    { authorization: "Bearer a.b.c" },
    { authorization: "Bearer" },
    { authorization: "Basic YTpi" },
    // If clients support no other header, a key is accepted as a bearer.
    ...(operation.name === "post /mcp" ? [] : [{ authorization: `Bearer ${ada.key}` }]),
    { "x-service-key": `vfk_${"0".repeat(40)}` },
    { "x-service-key": "" },
    { "x-service-key": ada.token },
    revoked,
    ...(ways.includes("bearer") ? [] : [ada.login]),
    ...(ways.includes("serviceKey") ? [] : [ada.service]),
  ]);
  // Without a question the caller may say anything.
  if (right.length === 0) return dice.chance(0.2) ? strange : {};
  if (sane || dice.chance(0.6)) return dice.pick(right);
  flaws.add("credentials");
  return dice.chance(0.5) ? {} : strange;
}

function parameterHeaders({ operation, world, dice }: Maker): Headers {
  const headers: Record<string, string> = {};
  for (const { name, schema } of inPlace(operation, "header")) {
    if (dice.chance(0.4)) headers[name] = String(world.hint(operation, name) ?? validOf(schema, dice));
  }
  if (dice.chance(0.1)) headers["x-request-id"] = dice.pick(["a", "a b", "x".repeat(500)]);
  if (dice.chance(0.1)) headers["if-none-match"] = dice.pick(["*", '"a"', ",,,"]);
  if (dice.chance(0.1)) headers["accept-encoding"] = dice.pick(["gzip", "identity", "br;q=1"]);
  return headers;
}

/** A page of another origin: refused for writes, and where the document says so. */
function originOf({ operation, dice, sane }: Maker, flaws: Set<Flaw>): Headers {
  const isNear = sane || dice.chance(0.95);
  if (operation.path === "/auth/session" && isNear) {
    // Only pages of this server may ask, and get a token only if their browser has the cookie, which none has here.
    if (operation.method === "POST") flaws.add("credentials");
    return { origin: "http://localhost" };
  }
  if (isNear) return {};
  const origin = dice.pick(["https://evil.example", "null", "%"]);
  // Pages of all origins may send it, and read why they get no session.
  if (operation.name === "post /v1/embeds/{embed}/sessions") return { origin };
  const refusals = Object.values(operation.responses["403"]?.content ?? {});
  const isSaid = refusals.some(({ examples = {} }) => "origin/refused" in examples);
  if (operation.method !== "GET" || isSaid) flaws.add("origin");
  if (!("101" in operation.responses)) return { origin };
  flaws.add("origin");
  return { origin, upgrade: "websocket" };
}

interface Sent {
  readonly body: string | undefined;
  readonly type?: string;
}

function bodyOf(maker: Maker, flaws: Set<Flaw>): Sent {
  const { operation, world, dice, sane } = maker;
  const content = operation.body;
  if (content === undefined) {
    const stray = !sane && operation.method !== "GET" && dice.chance(0.2);
    return stray ? { body: dice.pick(brokenBodies), type: dice.pick(types) } : { body: undefined };
  }
  const { schema = {}, example } = content;
  const hint = (name: string): unknown => world.hint(operation, name);
  const valid =
    dice.chance(0.2) && operation.name !== "post /auth/exchange" ? example : validOf(schema, dice, hint);
  const type = dice.pick(jsonTypes);
  const kind = sane ? 0 : dice.int(0, 9);
  if (kind < 4) return judged(maker, { value: valid, type }, flaws);
  flaws.add("odd");
  if (kind < 7) return judged(maker, { value: brokenOf(schema, valid, dice), type }, flaws);
  if (kind < 8) return judged(maker, { value: oddJson(dice), type }, flaws);
  flaws.add("body");
  const text = JSON.stringify(valid);
  if (dice.chance(0.02)) return { body: JSON.stringify({ a: "x".repeat(bodyBytesMax) }), type };
  // A route without a 415 ignores media types.
  if (dice.chance(0.5) || !("415" in operation.responses))
    return { body: dice.pick([text.slice(0, -1), `${text}}`, ...brokenBodies]), type };
  return { body: text, type: dice.pick(otherTypes) };
}

function judged({ operation }: Maker, sent: { value: unknown; type: string }, flaws: Set<Flaw>): Sent {
  const { value, type } = sent;
  const body = JSON.stringify(value);
  const fits = misfit(operation.body?.schema ?? {}, value) === undefined;
  if (!fits || Buffer.byteLength(body) > bodyBytesMax) flaws.add("body");
  return { body, type };
}

function inPlace({ parameters }: Operation, place: Parameter["in"]): readonly Parameter[] {
  return parameters.filter((each) => each.in === place);
}
