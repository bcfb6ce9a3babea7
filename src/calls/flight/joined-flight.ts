// Joined flight: one recording of a call whose node changed while it ran. Each node wrote a file of its own; here
// they become one, on the first one's time axis, with silence in the gaps.

import type { OpenFile } from "../../files/stored-files.ts";
import { indexedParts } from "./flight-index.ts";
import {
  type FlightEntry,
  type FlightHead,
  type PartPlace,
  type ReadAt,
  readEntries,
  readHead,
  secondSamples,
} from "./flight-record.ts";

export interface OpenFlight {
  readonly head: FlightHead;
  readonly parts: readonly PartPlace[];
  readonly read: ReadAt;
  readonly entries: () => Promise<readonly FlightEntry[]>;
}

interface Section {
  readonly head: FlightHead;
  readonly parts: readonly PartPlace[];
  readonly read: ReadAt;
  readonly bytes: number;
}

const secondBytes = secondSamples * 2;
/** No call is longer: a clock that jumped makes no endless silence. */
const silentSecondsMax = 24 * 60 * 60;

/** `files`: at least one. Throws, with a clause about the file, if one is no recording. */
export async function joinFlight(files: readonly OpenFile[]): Promise<OpenFlight> {
  const sections = await Promise.all(files.map(sectionOf));
  sections.sort((a, b) => a.head.startedAtMs - b.head.startedAtMs);
  const [first] = sections;
  if (first === undefined) throw new Error("there is no file of it");
  const parts: PartPlace[] = [];
  const places: { readonly begins: number; readonly section: Section }[] = [];
  // A second of silence precedes all of them.
  let begins = secondBytes;
  let seconds = 0;
  for (const section of sections) {
    const at = begins;
    const offset = Math.round((section.head.startedAtMs - first.head.startedAtMs) / 1_000);
    for (; seconds < Math.min(offset, silentSecondsMax); seconds++)
      parts.push({ kind: "audio", from: 0, bytes: secondBytes });
    parts.push(...section.parts.map((part) => ({ ...part, from: part.from + at })));
    seconds += section.parts.filter(({ kind }) => kind === "audio").length;
    places.push({ begins: at, section });
    begins += section.bytes;
  }
  const read: ReadAt = async (from, bytes) => {
    const place = places.findLast((each) => each.begins <= from);
    // Parts are read whole, and none reaches into the next file.
    if (place === undefined) return new Uint8Array(bytes);
    return place.section.read(from - place.begins, bytes);
  };
  const entries = async (): Promise<readonly FlightEntry[]> => {
    const all = await Promise.all(
      sections.map(async (section) => {
        const laterMs = section.head.startedAtMs - first.head.startedAtMs;
        const told = await readEntries(section.parts, section.read);
        return laterMs === 0
          ? told
          : told.map((entry) => Object.assign({}, entry, { atMs: entry.atMs + laterMs }));
      }),
    );
    return all.flat();
  };
  return { head: first.head, parts, read, entries };
}

async function sectionOf(file: OpenFile): Promise<Section> {
  const parts = await indexedParts(file);
  return { head: await readHead(parts, file.read), parts, read: file.read, bytes: file.bytes };
}
