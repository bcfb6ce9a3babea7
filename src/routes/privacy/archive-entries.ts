// Archive entries: the files of a ZIP that exports what is stored of a caller or an account, and its manifest, which lists
// them and what could not be read.

import { createHash } from "node:crypto";
import type { SessionRow } from "../../../db/port/session-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { bulkWork } from "../../base/limits/bulk-work.ts";
import type { Recordings } from "../../calls/recordings.ts";
import type { OtherNodesFiles } from "../../cluster/other-nodes-files.ts";
import { inOnePiece, piecesOf } from "../../files/stored-files.ts";
import type { ZipEntry } from "../../files/zip-stream.ts";
import type { Sessions } from "../../session/session-registry.ts";
import { wholeOf } from "../call/session-answer.ts";

export interface SessionParts {
  readonly store: Pick<Store, "of">;
  readonly sessions: Pick<Sessions, "connectedMs">;
}

export interface RecordingParts {
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

/** Parts that could not be read. */
type Missing = { readonly detail: string } & ({ readonly session_id: string } | { readonly file: string });

export class ArchiveManifest {
  readonly #files: ArchivedFile[] = [];
  readonly #missing: Missing[] = [];

  /** The same file; the manifest lists it when all of it is written. */
  with({ name, content }: ZipEntry): ZipEntry {
    return { name, content: counted(content, (facts) => this.#files.push({ name, ...facts })) };
  }

  without(what: { readonly session_id: string } | { readonly file: string }, error: unknown): void {
    this.#missing.push({ ...what, detail: error instanceof Error ? error.message : String(error) });
  }

  /** `at`: when it was asked for, in epoch milliseconds. */
  entry(of: object, at: number, more: object = {}): ZipEntry {
    const [files, missing] = [this.#files, this.#missing];
    const head = { ...of, made_at: new Date(at).toISOString(), is_complete: missing.length === 0 };
    return jsonEntry("manifest.json", { ...head, ...more, files, missing });
  }
}

/** A session with its words and the texts about it; undefined: it was erased meanwhile. */
export async function sessionIn(
  key: { readonly accountId: string; readonly sessionId: string },
  { store, sessions }: SessionParts,
) {
  const accountData = store.of(key.accountId);
  const [session, call] = await bulkWork.run(key.accountId, () =>
    Promise.all([accountData.sessions.find(key), accountData.calls.find(key)]),
  );
  if (session === undefined) return undefined;
  const whole = wholeOf(session.row, { events: session.events, sessions });
  return { row: session.row, whole: { ...whole, tags: call?.tags, note: call?.note } };
}

export async function* recordingsOf(
  row: SessionRow,
  { recordings, others, recordingOf }: RecordingParts,
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

export function jsonEntry(name: string, data: unknown): ZipEntry {
  return textEntry(name, `${JSON.stringify(data, undefined, 2)}\n`);
}

export function textEntry(name: string, text: string): ZipEntry {
  return { name, content: inOnePiece(Buffer.from(text)) };
}

async function* bodyOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body !== null) yield* body;
}

/** Passes the content on, and reports its size and hash at the end. */
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
