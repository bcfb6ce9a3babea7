// Page asset: a page or a file of one as it is served, packed where the client can unpack, and not sent twice.

import { operation } from "../http/route-operation.ts";

export interface Asset {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>;
}

interface TextOptions {
  readonly type: string;
  /** Content-Security-Policy; only pages have one. */
  readonly policy?: string;
}

/** A page or file that is made by the program. */
export function text(content: string, { type, policy }: TextOptions): Asset {
  const bytes = new TextEncoder().encode(content);
  const headers = {
    "content-type": type,
    ...(policy === undefined ? {} : { "content-security-policy": policy }),
  };
  return { headers, bytes: () => Promise.resolve(bytes) };
}

export function embedded(path: string, type: string): Asset {
  return { headers: { "content-type": type }, bytes: () => Bun.file(path).bytes() };
}

const tags = new WeakMap<Asset, string>();
const packedBytes = new WeakMap<Asset, Uint8Array<ArrayBuffer>>();

/**
 * Answers with the asset, or with 304 when the client has it. Always asked again, unless the asset says otherwise: a
 * new binary has new files.
 */
export async function serve(asset: Asset, request: Request): Promise<Response> {
  const bytes = await asset.bytes();
  const tag = tags.get(asset) ?? Bun.hash(bytes).toString(36);
  tags.set(asset, tag);
  const packs = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  const etag = packs ? `"${tag}-gzip"` : `"${tag}"`;
  const headers = { "cache-control": "no-cache", ...asset.headers, etag, vary: "Accept-Encoding" };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
  if (!packs) return new Response(bytes, { headers });
  const packed = packedBytes.get(asset) ?? Bun.gzipSync(bytes);
  packedBytes.set(asset, packed);
  return new Response(packed, { headers: { ...headers, "content-encoding": "gzip" } });
}

/** Whether the client already has the content with this tag. */
export function isKnown(request: Request, etag: string): boolean {
  const etags = request.headers.get("if-none-match")?.split(",") ?? [];
  return etags.some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*");
}

/** Operation of a page's route. */
export const page = (summary: string, description: string) => ({
  detail: operation({
    summary,
    description,
    tag: "pages",
    cached: true,
    answer: { says: "The page", types: ["text/html"] },
  }),
});
