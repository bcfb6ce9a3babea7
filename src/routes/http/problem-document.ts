// Problem documents: every refusal in the form of RFC 9457, and the only decision on what an error may tell a client:
// the sentence of a Fault, and nothing of any other error.

import { NotFoundError, ParseError, ValidationError } from "elysia";
import { isStorageFull } from "../../../db/disk-full.ts";
import { StoreAway } from "../../../db/port/store-away.ts";
import { type Diagnostic, Fault, faults } from "../../base/fault.ts";
import { wrongWith } from "../../base/words/schema-sentence.ts";

/** Limit of listed faults of one body. */
const errorsMax = 64;
/** The operator has to make room first. */
const fullRetrySeconds = 60;
/** Interval of retries. */
const awayRetrySeconds = 2;

export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly diagnostics?: readonly Diagnostic[];
}

export function problemResponse(fault: Fault, requestId: string): Response {
  const [status, title] = faults[fault.code];
  const { errors, diagnostics, challenge, retryAfterSeconds, allow } = fault.options;
  const document: ProblemDocument = {
    type: `urn:voice-flow:problem:${fault.code}`,
    title,
    status,
    detail: fault.message,
    code: fault.code,
    request_id: requestId,
    ...(errors === undefined ? {} : { errors: errors.slice(0, errorsMax) }),
    ...(diagnostics === undefined ? {} : { diagnostics }),
  };
  const headers = new Headers({ "content-type": "application/problem+json", "cache-control": "no-store" });
  if (retryAfterSeconds !== undefined) headers.set("retry-after", String(Math.ceil(retryAfterSeconds)));
  if (challenge !== undefined) headers.set("www-authenticate", challenge);
  if (allow !== undefined) headers.set("allow", allow.join(", "));
  // The rest of its body may still be on the way.
  if (status === 408) headers.set("connection", "close");
  if (status === 426) headers.set("upgrade", "websocket");
  return new Response(JSON.stringify(document), { status, headers });
}

/** Any error as a Fault. A bug of ours becomes `internal`, with the error as its cause. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof ParseError) {
    return error.cause instanceof Fault
      ? error.cause
      : new Fault("request/invalid-json", "The body could not be parsed. Send JSON.");
  }
  if (error instanceof NotFoundError)
    return new Fault("request/not-found", "This address is unknown. /swagger lists all.");
  if (error instanceof ValidationError && error.type !== "response") return fromValidation(error);
  if (isStorageFull(error))
    return new Fault(
      "storage/full",
      "The server's disk is full, so no data can be stored. Delete some data, or try again later.",
      { retryAfterSeconds: fullRetrySeconds, cause: error },
    );
  if (error instanceof StoreAway)
    return new Fault("storage/away", "The server's database cannot be reached. Try again in a moment.", {
      retryAfterSeconds: awayRetrySeconds,
      cause: error,
    });
  return new Fault("internal", "Internal server error. Search the server's log for the request id.", {
    cause: error,
  });
}

function fromValidation(error: ValidationError): Fault {
  const inBody = error.type === "body";
  if (inBody && error.value === undefined)
    return new Fault("request/invalid-json", "The body is empty. Send a JSON document.");
  if (error.type === "params")
    return new Fault("request/not-found", "Not found: the id in the path is invalid.");
  const errors = error.all.map((issue) => ({ pointer: pointerOf(issue), detail: sentence(wordsOf(issue)) }));
  const where = inBody ? "body" : error.type === "query" ? "query" : "request";
  const first = errors[0];
  const detail =
    first === undefined
      ? `The ${where} does not fit its schema.`
      : `The ${where} does not fit its schema${first.pointer && ` at "${first.pointer}"`}: ${first.detail}`;
  return new Fault(inBody ? "request/invalid" : "request/bad-query", detail, { errors });
}

type Issue = ValidationError["all"][number];

/** Elysia gives `a.b` for schemas of ours (see route-schema.ts) and `/a/b` for its own. */
function pointerOf(issue: Issue): string {
  const path = "path" in issue && typeof issue.path === "string" ? issue.path : "";
  return path === "root" ? "" : path;
}

/** Elysia's own words name kinds of schemas and regular expressions; those of our schemas are complete sentences. */
function wordsOf(issue: Issue): string {
  const { schema, value, summary } = issue as Partial<OwnIssue>;
  if (schema === undefined) return summary ?? "Does not match the schema";
  return value === undefined ? "Is required" : wrongWith(schema, brokenRule(schema, value));
}

/** Issue of a schema of Elysia's own. */
interface OwnIssue {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  readonly summary: string;
}

/** Elysia names it only by a number. */
function brokenRule({ minLength, maxLength }: OwnIssue["schema"], value: unknown): string {
  if (typeof value !== "string") return "type";
  if (typeof minLength === "number" && value.length < minLength) return "minLength";
  return typeof maxLength === "number" && value.length > maxLength ? "maxLength" : "pattern";
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.?]$/.test(trimmed) ? "" : "."}`;
}
