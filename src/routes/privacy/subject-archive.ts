// Archive of a subject: everything that is kept of it as readable files: a session each with what was said, recordings,
// and a manifest that says what is there, and what could not be had.

import { createHash } from "node:crypto";
import type { RetentionStore, SubjectKey } from "../../../db/port/retention-store.ts";
import type { SessionRow } from "../../../db/port/session-store.ts";
import type { Store } from "../../../db/port/store.ts";
import type { Recordings } from "../../calls/recordings.ts";
import type { OtherNodesFiles } from "../../cluster/other-nodes-files.ts";
import { piecesOf } from "../../files/stored-files.ts";
import type { ZipEntry } from "../../files/zip-stream.ts";
import type { Sessions } from "../../session/session-registry.ts";
import { wholeOf } from "../call/session-answer.ts";

export interface ArchiveParts {
  readonly store: Pick<Store, "of"> & { readonly retention: Pick<RetentionStore, "sessionsOf"> };
  readonly sessions: Pick<Sessions, "connectedMs">;
  readonly recordings: Pick<Recordings, "left">;
  /** Absent where there are no other nodes. */
  readonly others: Pick<OtherNodesFiles, "left"> | undefined;
  /** The recording of a whole call; undefined where there is none. */
  readonly recordingOf: (row: SessionRow, as: "wav" | "json") => Promise<Response | undefined>;
}

interface ArchivedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface Missing {
  readonly session_id: string;
  readonly detail: string;
}

const sessionsAtOnce = 50;

/** `subject`: as it was asked for. `at`: epoch milliseconds. */
export async function* archiveOf(
  { subject, at, ...key }: SubjectKey & { readonly subject: string; readonly at: number },
  parts: ArchiveParts,
): AsyncGenerator<ZipEntry> {
  const files: ArchivedFile[] = [];
  const missing: Missing[] = [];
  const ids: string[] = [];
  for await (const row of sessionsOf(key, parts)) {
    ids.push(row.id);
    const lost = (error: unknown): void => {
      missing.push({ session_id: row.id, detail: error instanceof Error ? error.message : String(error) });
    };
    for await (const { name, content } of entriesOf(row.id, parts, { accountId: key.accountId, lost }))
      yield { name, content: counted(content, (facts) => files.push({ name, ...facts })) };
  }
  const manifest = { subject, made_at: new Date(at).toISOString(), is_complete: missing.length === 0 };
  yield jsonEntry("manifest.json", { ...manifest, sessions: ids, files, missing });
}

async function* sessionsOf(key: SubjectKey, { store }: ArchiveParts): AsyncGenerator<SessionRow> {
  for (let after = ""; ;) {
    const page = await store.retention.sessionsOf({ ...key, after, limit: sessionsAtOnce });
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function* entriesOf(
  sessionId: string,
  parts: ArchiveParts,
  { accountId, lost }: { readonly accountId: string; readonly lost: (error: unknown) => void },
): AsyncGenerator<ZipEntry> {
  const { store, sessions } = parts;
  const found = await store.of(accountId).sessions.find({ accountId, sessionId });
  // It was erased meanwhile.
  if (found === undefined) return;
  const call = await store.of(accountId).calls.find({ accountId, sessionId });
  const whole = wholeOf(found.row, { events: found.events, sessions });
  yield jsonEntry(`sessions/${sessionId}.json`, { ...whole, tags: call?.tags, note: call?.note });
  const said = whole.transcript.map(({ at_secs: secs, role, text }) => `${clockOf(secs)} ${role}: ${text}`);
  if (said.length > 0)
    yield { name: `sessions/${sessionId}.txt`, content: only(Buffer.from(`${said.join("\n")}\n`)) };
  try {
    yield* recordingsOf(found.row, parts);
  } catch (error) {
    lost(error);
  }
}

async function* recordingsOf(
  row: SessionRow,
  { recordings, others, recordingOf }: ArchiveParts,
): AsyncGenerator<ZipEntry> {
  const folder = `recordings/${row.id}/`;
  for (const [name, file] of await recordings.left(row.id))
    yield { name: folder + name, content: piecesOf(file) };
  for await (const { name, body } of others?.left(row.id) ?? [])
    yield { name: folder + name, content: bodyOf(body) };
  for (const as of ["wav", "json"] as const) {
    const answer = await recordingOf(row, as);
    if (answer?.ok === true) yield { name: `${folder}call.${as}`, content: bodyOf(answer) };
    else await answer?.body?.cancel();
  }
}

async function* bodyOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body !== null) yield* body;
}

function jsonEntry(name: string, data: unknown): ZipEntry {
  return { name, content: only(Buffer.from(`${JSON.stringify(data, undefined, 2)}\n`)) };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** Hears of its size and hash when all of it is there. */
async function* counted(
  content: AsyncIterable<Uint8Array>,
  done: (facts: Omit<ArchivedFile, "name">) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of content) {
    hash.update(piece);
    bytes += piece.length;
    yield piece;
  }
  done({ bytes, sha256: hash.digest("hex") });
}

/** Minutes and seconds of the call. */
function clockOf(secs: number): string {
  const whole = Math.floor(secs);
  return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
}
