// Knowledge files: reads the files that a flow names from its folder, and fetches its pages at the start of a
// conversation.

import { Fault } from "../base/fault.ts";
import type { Outbound } from "../base/outbound/outbound-request.ts";
import { passagesOfSource } from "../documents/sources/cut-source.ts";
import { fetchSource } from "../documents/sources/fetch-source.ts";
import { formOfFile, ownSourceKind } from "../flow/knowledge/own-source.ts";
import type { ReadSource } from "../flow/language/load-flow.ts";
import type { Program } from "../flow/language/program.ts";
import { readBeside, unusable } from "./file-beside.ts";

/** Same as for a page. */
const fileKibMax = 256;
const bytesMax = fileKibMax * 1_024;
const fetchMsMax = 15_000;

/** Passages of a file in the folder or below. */
export function passagesBeside(folder: string, name: string): ReadSource {
  const read = readBeside(folder, name, bytesMax);
  if (!(read instanceof Uint8Array)) return read;
  if (read.length > bytesMax) return unusable(`has more than ${fileKibMax} KiB`, "divide it");
  try {
    const words = new TextDecoder().decode(read).replaceAll("\0", "");
    return { passages: passagesOfSource(formOfFile(name) ?? "text", words) };
  } catch (error) {
    if (error instanceof Fault) return unusable("contains no text", error.message);
    throw error;
  }
}

/** Pages that these flows name, by address. */
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
