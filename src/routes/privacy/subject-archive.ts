// Archive of a subject: everything that is kept of it as readable files: a session each with what was said, and
// recordings.

import type { RetentionStore, SubjectKey } from "../../../db/port/retention-store.ts";
import type { SessionRow } from "../../../db/port/session-store.ts";
import type { ZipEntry } from "../../files/zip-stream.ts";
import {
  ArchiveManifest,
  jsonEntry,
  type RecordingParts,
  recordingsOf,
  sessionIn,
  type SessionParts,
  textEntry,
} from "./archive-entries.ts";

export interface ArchiveParts extends SessionParts, RecordingParts {
  readonly store: SessionParts["store"] & { readonly retention: Pick<RetentionStore, "sessionsOf"> };
}

const sessionsAtOnce = 50;

/** `subject`: as it was asked for. `at`: epoch milliseconds. */
export async function* archiveOf(
  { subject, at, ...key }: SubjectKey & { readonly subject: string; readonly at: number },
  parts: ArchiveParts,
): AsyncGenerator<ZipEntry> {
  const manifest = new ArchiveManifest();
  const ids: string[] = [];
  for await (const { id } of sessionsOf(key, parts)) {
    ids.push(id);
    const lost = (error: unknown): void => manifest.without({ session_id: id }, error);
    for await (const entry of entriesOf(id, parts, { accountId: key.accountId, lost }))
      yield manifest.with(entry);
  }
  yield manifest.entry({ subject }, at, { sessions: ids });
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
  const session = await sessionIn({ accountId, sessionId }, parts);
  if (session === undefined) return;
  const { row, whole } = session;
  yield jsonEntry(`sessions/${sessionId}.json`, whole);
  const lines = whole.transcript.map(({ at_secs: secs, role, text }) => `${clockOf(secs)} ${role}: ${text}`);
  if (lines.length > 0) yield textEntry(`sessions/${sessionId}.txt`, `${lines.join("\n")}\n`);
  try {
    yield* recordingsOf(row, parts);
  } catch (error) {
    lost(error);
  }
}

/** Minutes and seconds of the call. */
function clockOf(secs: number): string {
  const whole = Math.floor(secs);
  return `${String(Math.floor(whole / 60)).padStart(2, "0")}:${String(whole % 60).padStart(2, "0")}`;
}
