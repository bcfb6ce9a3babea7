// Knowledge files: reads the files that a flow names from its folder, and fetches its pages when somebody talks to it.

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { Fault } from "../base/fault.ts";
import type { Outbound } from "../base/outbound/outbound-request.ts";
import { passagesOfSource } from "../documents/sources/cut-source.ts";
import { fetchSource } from "../documents/sources/fetch-source.ts";
import { formOfFile, ownSourceKind } from "../flow/knowledge/own-source.ts";
import type { ReadSource } from "../flow/language/load-flow.ts";
import type { Program } from "../flow/language/program.ts";

/** As of a page. */
const fileKibMax = 256;
const bytesMax = fileKibMax * 1_024;
const fetchMsMax = 15_000;

/** A file in the folder or below it; no name and no link leads out of it. */
export function fileBeside(folder: string, name: string): ReadSource {
  const refused = (problem: string, hint: string): ReadSource => ({ problem, hint, isFatal: true });
  try {
    const root = realpathSync(folder);
    const path = realpathSync(join(root, name));
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep))
      return refused("leads out of the folder of the flow", "put the file beside the flow");
    const text = textIn(path);
    if (text === undefined) return refused("is no file", "name a file beside the flow");
    if (text.length > bytesMax) return refused(`has more than ${fileKibMax} KiB`, "divide it");
    const words = new TextDecoder().decode(text).replaceAll("\0", "");
    return { passages: passagesOfSource(formOfFile(name) ?? "text", words) };
  } catch (error) {
    if (error instanceof Fault) return refused("has nothing that callers can be told", error.message);
    const { code = "" } = error as { code?: string };
    return code === "ENOENT" || code === "ENOTDIR"
      ? refused("is not there", "put it beside the flow")
      : refused(`cannot be read (${code})`, "look at who may read it");
  }
}

/** One byte more than a file may have, so that what is too long is found to be so; undefined for what is no file. */
function textIn(path: string): Uint8Array | undefined {
  // A pipe is not waited for.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = new Uint8Array(bytesMax + 1);
    let read = 0;
    for (let part = -1; part !== 0 && read < bytes.length; read += part)
      part = readSync(file, bytes, read, bytes.length - read, null);
    return bytes.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

/** The pages that these flows name, by address. */
export async function fetchPages(
  programs: readonly Program[],
  outbound: Pick<Outbound, "send">,
): Promise<ReadonlyMap<string, ReadSource>> {
  const named = programs.flatMap(({ knowledge }) => [...knowledge.values()]);
  const sources = named.flatMap((each) => ("passages" in each ? (each.sources ?? []) : []));
  const addresses = [...new Set(sources)].filter((name) => ownSourceKind(name) === "page");
  const read = await Promise.all(
    addresses.map(async (url) => [url, await fetchPage(url, outbound)] as const),
  );
  return new Map(read);
}

async function fetchPage(url: string, outbound: Pick<Outbound, "send">): Promise<ReadSource> {
  try {
    const { signal } = new AbortController();
    const { kind, text } = await fetchSource(outbound, { owner: "talk", url, timeoutMs: fetchMsMax, signal });
    return { passages: passagesOfSource(kind, text) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { problem: error.message, hint: "", isFatal: false };
  }
}
