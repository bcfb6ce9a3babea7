// Request bodies: counted while they arrive, only JSON, and refused with a reason.

import { type AnyElysia, Elysia } from "elysia";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";

/** Larger than any body of the API but flow text, which has its own limit inside. */
const bodyBytesMax = 1024 * 1024;
/** Session descriptions run to some 10 KiB; candidates are smaller still. */
const offerBytesMax = 256 * 1024;
/** The largest body at 70 KB/s; before Bun closes a slow connection without a word. */
const bodyMsMax = 15_000;
/** The rest of a refused body is read and dropped, so that its sender sees the answer, up to this many bytes. */
const droppedBytesMax = 16 * bodyBytesMax;
/** Deeper than any document of ours; deeper nesting is an attack on the stack. */
const nestingMax = 64;
/**
 * A flow of a thousand nodes has some ten thousand. A body of nothing but keys takes 0.7 ms per thousand to read and
 * twice that to refuse, and no call is served meanwhile.
 */
const valuesMax = 20_000;

/** Bun's own limit answers without a document, so it is set out of the way; a refused body is never read. */
export const transportBytesMax = 1024 * bodyBytesMax;

/** The bodies of offers are read as JSON without a look at their content type: published clients send any. */
export function isSignaling(path: string): boolean {
  return /(^|\/)offer(\/|$)/.test(path);
}

/** Reads the bodies of the routes that declare one; a body for other handlers stays unread. */
export function jsonBodies(routes: AnyElysia["routes"], clock: Clock): Elysia {
  const takers = new Map(
    routes.flatMap(({ method, path, hooks }) =>
      hooks.body ? [[`${method} ${path}`, requiredIn(hooks.body)] as const] : [],
    ),
  );
  return new Elysia({ name: "json-bodies" }).onParse({ as: "global" }, async ({ request, path, route }) => {
    if (request.body === null) return undefined;
    // Without a result Elysia would read the body itself.
    const keys = takers.get(`${request.method} ${route}`);
    if (keys === undefined) return null;
    const signaling = isSignaling(path);
    if (!signaling) checkType(request.headers, keys);
    const bytesMax = signaling ? offerBytesMax : bodyBytesMax;
    const bytes = await readBytes(request, { bytesMax, msMax: bodyMsMax, clock });
    return bytes.length === 0 ? undefined : parseJson(bytes);
  }) as unknown as Elysia;
}

function requiredIn(schema: unknown): readonly string[] {
  const { required = [] } = schema as { readonly required?: readonly string[] };
  return required;
}

/** `keys`: the required keys of a body. */
function checkType(headers: Headers, keys: readonly string[]): void {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  if (!/^application\/([\w.+-]+\+)?json$/i.test(type.trim())) {
    const what = keys.length === 0 ? "" : ` with ${keys.join(" and ")}`;
    throw new Fault(
      "request/media-type",
      `This address accepts JSON${what}. Send "content-type: application/json".`,
    );
  }
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity")
    throw new Fault("request/media-type", "Compressed bodies are not supported. Send it uncompressed.");
}

interface Reading {
  readonly bytesMax: number;
  readonly msMax: number;
  readonly clock: Clock;
}

/** The body of a route that takes no JSON. Throws `request/too-large` and `request/timeout`. */
export async function readBytes(request: Request, { bytesMax, msMax, clock }: Reading): Promise<Uint8Array> {
  const tooLarge = (): Fault =>
    new Fault("request/too-large", `The body may have at most ${bytesMax / 1024} KiB.`);
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) throw tooLarge();
  const reader = request.body?.getReader();
  let late = false;
  using _ = clock.after(msMax, () => {
    late = true;
    // The read that waits ends as if nothing more came.
    void reader?.cancel();
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    size += read.value.length;
    if (size > bytesMax) throw tooLarge();
    chunks.push(read.value);
  }
  if (!late) return Buffer.concat(chunks, size);
  throw new Fault("request/timeout", `The body must arrive within ${msMax / 1_000} seconds.`);
}

/** Whether to close the connection of a refused request rather than to wait for the rest of its body. */
export function leavesMuch({ headers }: Request): boolean {
  return headers.has("transfer-encoding") || Number(headers.get("content-length") ?? 0) > droppedBytesMax;
}

function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Fault("request/invalid-json", "The body is not UTF-8.");
  }
  const { deepest, values } = shapeOf(text);
  if (values > valuesMax)
    throw new Fault(
      "request/too-large",
      `The body may have at most ${valuesMax.toLocaleString("en")} values in its lists and objects.`,
    );
  if (deepest > nestingMax)
    throw new Fault("request/invalid-json", `The body is nested more than ${nestingMax} levels deep.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault(
      "request/invalid-json",
      "The body is not valid JSON. Check its quotes, commas and brackets.",
    );
  }
}

interface JsonShape {
  /** The deepest level of brackets outside strings. */
  readonly deepest: number;
  /** Number of values, empty lists and objects among them. */
  readonly values: number;
}

/** Broken JSON gives some numbers, which is enough. */
function shapeOf(text: string): JsonShape {
  let values = 1;
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (quoted) {
      if (char === backslash) at++;
      else if (char === quote) quoted = false;
    } else if (char === quote) quoted = true;
    else if (char === openBracket || char === openBrace) deepest = Math.max(deepest, ++depth);
    else if (char === closeBracket || char === closeBrace) depth--;
    else if (char === comma) values++;
  }
  return { deepest, values };
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
