// Route operation: a route's own declaration: its words for the API document, its access and its rate. The edge
// enforces these declarations, so the document cannot promise anything else.

import type { FaultCode } from "../../base/fault.ts";

/**
 * `login`: an access token. `owner`: one of the owner's. `key`: an API key. `account`: either. `engine`: either, a session's token, or nothing at
 * all while the engine is open.
 */
export type Access = "login" | "owner" | "key" | "account" | "engine";

/** Limits that count by the address of the caller. */
export type Limit = "auth" | "check";

export interface Rule {
  readonly access: Access | undefined;
  readonly limit: Limit | undefined;
  /** An API key may come as a bearer, too: clients of some protocols know no other way. */
  readonly keyAsBearer?: boolean;
  /** Pages of all origins may ask and read the answer: it is public, or its handler looks at the origin. */
  readonly anyOrigin?: boolean;
}

/** Facts that the document words itself: responses, headers and credentials. */
export interface RouteFacts extends Rule {
  readonly problems: readonly FaultCode[];
  /** Whether its responses carry the revision as an ETag. */
  readonly etag: boolean;
  /** The route sets the cookie of a page session, where a page asks for that. */
  readonly cookie?: true;
}

interface SaidResponse {
  readonly description: string;
  readonly headers?: Record<string, object>;
  readonly content?: Record<string, object>;
}

export interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: string[];
  readonly "x-route": RouteFacts;
  readonly responses?: Record<string, SaidResponse>;
}

/**
 * A foreign page must not read what a route answers to any request from this machine: while the engine is open
 * that is what its routes give, such as a relay's credentials.
 */
export function isGuarded(method: string, { access }: Rule): boolean {
  return !reading.has(method) || access === "engine";
}

/**
 * A program of the account writes its parameters itself, so one that is not listed is a filter that would be left out
 * silently. Pages get parameters of campaigns, and published clients of calls send some of their own.
 */
export function takesListedParameters({ access }: Rule): boolean {
  return access !== undefined && access !== "engine";
}

/** Answers to one account, and those that log it in: no cache keeps them. */
export function isPrivate({ access, limit }: Rule): boolean {
  return access !== undefined || limit === "auth";
}

const reading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

interface OperationWords {
  readonly summary: string;
  readonly description: string;
  readonly tag:
    "accounts" | "flows" | "sessions" | "credits" | "providers" | "engine" | "voice" | "phone" | "pages";
  /** Absent: the route is public. */
  readonly access?: Access;
  readonly limit?: Limit;
  readonly keyAsBearer?: boolean;
  readonly anyOrigin?: boolean;
  readonly problems?: readonly FaultCode[];
  readonly etag?: boolean;
  readonly cookie?: true;
  /** A file with an ETag: a client that has it gets 304. Goes with `answer`. */
  readonly cached?: boolean;
  readonly answer?: SaidAnswer;
}

/** Answer of routes without a schema. */
interface SaidAnswer {
  readonly status?: number;
  readonly says: string;
  /** Media types, if there is a body. */
  readonly types?: readonly string[];
  readonly example?: string;
  /** The JSON type among them. */
  readonly json?: { readonly schema: object; readonly example: object };
  /** Parts on request with Range: 206, and 416 for missing ones. */
  readonly ranges?: true;
  /** Headers, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Other statuses: the same types, or no body. */
  readonly others?: Readonly<Record<number, { readonly says: string; readonly empty?: true }>>;
}

/** Goes into a route's `detail`; openapi-document.ts turns the facts into documented responses. */
export function operation(words: OperationWords): Operation {
  const { summary, description, tag, access, limit, problems = [], etag = false, cached = false } = words;
  const bearer = words.keyAsBearer === true && { keyAsBearer: true };
  const cookie = words.cookie === true && { cookie: true as const };
  const open = words.anyOrigin === true && { anyOrigin: true };
  return {
    summary,
    description,
    tags: [tag],
    "x-route": { access, limit, problems, etag, ...bearer, ...cookie, ...open },
    ...(words.answer === undefined ? {} : { responses: responsesOf(words.answer, cached) }),
  };
}

function responsesOf(
  { status = 200, says, types, example, json, ranges, headers = {}, others = {} }: SaidAnswer,
  cached: boolean,
): NonNullable<Operation["responses"]> {
  const schemaOf = (type: string): object => ({
    type: type === "application/json" ? "object" : "string",
  });
  const content = types?.map((type) => {
    if (json !== undefined && type === "application/json") return [type, json] as const;
    return [type, { schema: schemaOf(type), ...(example !== undefined && { example }) }] as const;
  });
  const told = Object.entries(headers).map(
    ([name, about]) => [name, { description: about, schema: { type: "string" } }] as const,
  );
  const all = [...told, ...(cached ? [["ETag", fileTagHeader] as const] : [])];
  const besides = Object.entries(others).map(([other, { says: description, empty = false }]) => {
    const body = empty || content === undefined ? {} : { content: Object.fromEntries(content) };
    return [other, { description, ...body }] as const;
  });
  return {
    ...Object.fromEntries(besides),
    [status]: {
      description: says,
      ...(all.length === 0 ? {} : { headers: Object.fromEntries(all) }),
      ...(content === undefined ? {} : { content: Object.fromEntries(content) }),
    },
    ...(cached ? { 304: notModified } : {}),
    ...(ranges === true ? { 206: partOfIt, 416: noSuchPart } : {}),
  };
}

const fileTagHeader = {
  description: "For If-None-Match",
  schema: { type: "string" },
  example: '"1k2x9a"',
};
const rangeHeader = { schema: { type: "string" }, example: "bytes 0-43/64044" };
const partOfIt: SaidResponse = {
  description: "The requested range",
  headers: { "Content-Range": { description: "Range of the part", ...rangeHeader } },
};
const noSuchPart: SaidResponse = {
  description: "The range starts after the end",
  headers: {
    "Content-Range": { description: "Length of the whole file", ...rangeHeader, example: "bytes */64044" },
  },
};
const notModified: SaidResponse = {
  description: "Not changed since the version of If-None-Match",
  headers: { ETag: fileTagHeader },
};

/** Opened by people in a browser, not called by an app. */
export function isOfPages(detail: unknown): boolean {
  const tags = typeof detail === "object" && detail !== null && "tags" in detail ? detail.tags : undefined;
  return Array.isArray(tags) && tags.includes("pages");
}

/** Declaration in the `detail` of any route, for the edge and the document; a route without one is open to all. */
export function factsOf(detail: unknown): RouteFacts {
  const none = { access: undefined, limit: undefined, problems: [], etag: false };
  if (typeof detail !== "object" || detail === null || !("x-route" in detail)) return none;
  return detail["x-route"] as RouteFacts;
}
