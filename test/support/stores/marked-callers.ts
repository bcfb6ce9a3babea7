// Marked callers: sessions of several callers, with words, values, recordings and hook events that tests find again by
// searching the files.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "../../../db/port/store.ts";
import { Secret } from "../../../src/base/secret.ts";
import { deriveKey } from "../../../src/cloud/master-key.ts";
import { SubjectIndex } from "../../../src/cloud/subject-index.ts";
import { Vault } from "../../../src/cloud/vault.ts";

export const masterKey = "7c".repeat(32);
const day = 86_400_000;

export interface MarkedCallers {
  readonly accountId: string;
  readonly callers: number;
  readonly sessionsEach: number;
  /** Lines of the caller in each. */
  readonly lines?: number;
  /** Number of days since the sessions ended. */
  readonly daysAgo?: number;
  /** Folder of recordings; absent: none is made. */
  readonly recordings?: string;
  readonly isWithHooks?: boolean;
}

export const subjectOf = (caller: number): string => `+49 30 90182${String(caller).padStart(3, "0")}`;
/** A word in all data of a caller, and nowhere else. */
export const markOf = (caller: number): string => `Kallisto${String(caller).padStart(3, "0")}x`;
export const sessionOf = (caller: number, n: number): string => `ses_${String(caller).padStart(3, "0")}_${n}`;

/** Adds ended sessions, written as the server writes them. */
export async function addMarkedCallers(store: Store, of: MarkedCallers): Promise<void> {
  const { accountId, callers, sessionsEach, lines = 4, daysAgo = 0 } = of;
  const vault = new Vault(deriveKey(new Secret(masterKey), "secrets"));
  const subjects = await SubjectIndex.open(store.seals, vault);
  const now = Date.now() - daysAgo * day;
  for (let caller = 0; caller < callers; caller++) {
    // A millisecond has too few session numbers for all of them.
    const at = now - caller;
    const [mark, subject] = [markOf(caller), subjectOf(caller)];
    const ids = Array.from({ length: sessionsEach }, (_, n) => sessionOf(caller, n));
    for (const id of ids) await begin(store, { id, accountId, at, mark, subject, subjects });
    const events = ids.flatMap((sessionId) =>
      Array.from({ length: lines }, (_, n) => [
        {
          sessionId,
          atMs: n * 100,
          type: "caller",
          data: { text: `It is ${mark}, the ${n}th time`, by: "voice" },
        },
        { sessionId, atMs: n * 100 + 50, type: "agent", data: { reply: n, text: `Good day, ${mark}.` } },
        { sessionId, atMs: n * 100 + 60, type: "latency", data: { turn: n, audioMs: 300 } },
      ]).flat(),
    );
    const batch = { home: "n1", number: caller + 1, rows: [], patches: new Map(), snapshots: new Map() };
    await store.sessions.write({ ...batch, events });
    const patch = { status: "ended", endedAt: at, connectedMs: 1_000, costMicros: 7 } as const;
    const end = { accountId, home: "n1", patch, totalMicros: 7, at, close: true };
    await store.sessions.settle(ids.map((id) => ({ ...end, id })));
    for (const sessionId of ids.slice(0, 2))
      await store.calls.remark({ accountId, sessionId }, { note: `${mark} was angry`, tags: [`of ${mark}`] });
    for (const id of of.recordings === undefined ? [] : ids.slice(0, 2))
      record(of.recordings ?? "", id, mark);
    if (of.isWithHooks !== true) continue;
    await store.outbox.add(ids.map((id) => waiting(id, accountId, mark)));
    for (const sessionId of ids.slice(0, 2)) await taken(store, { accountId, sessionId, mark });
  }
}

interface Beginning {
  readonly id: string;
  readonly accountId: string;
  readonly at: number;
  readonly mark: string;
  readonly subject: string;
  readonly subjects: SubjectIndex;
}

async function begin(store: Store, { id, accountId, at, mark, subject, subjects }: Beginning): Promise<void> {
  const row = {
    id,
    accountId,
    at: at - 1_000,
    home: "n1",
    flowId: undefined,
    flowRevision: undefined,
    context: { name: mark },
    metadata: { subject, note: `calls about ${mark}` },
    providers: {},
    subjectHash: subjects.hashOf(accountId, subject),
  };
  if ((await store.sessions.begin({ row, holdMicros: 10, keyId: undefined })) !== undefined)
    throw new Error("The account has too little");
}

function record(directory: string, id: string, mark: string): void {
  mkdirSync(join(directory, id), { recursive: true });
  writeFileSync(join(directory, id, "rec_1.wav"), `RIFF ${mark}`);
}

function waiting(id: string, accountId: string, mark: string) {
  const url = "https://crm.example.com/hooks";
  const body = JSON.stringify({ data: { session: id, turn: { caller: mark } } });
  return {
    accountId,
    queue: `${id} hook_1 ${url}`,
    url,
    signer: "hook_1",
    messageId: `msg_${id}`,
    body,
    createdAt: 1,
  };
}

/** Adds an event of a session that its receiver accepted. */
async function taken(
  store: Store,
  { accountId, sessionId, mark }: { accountId: string; sessionId: string; mark: string },
): Promise<void> {
  const event = waiting(sessionId, accountId, mark);
  const queue = `${sessionId} hook_2 ${event.url}`;
  await store.outbox.add([{ ...event, queue, signer: "hook_2" }]);
  const all = await store.outbox.ofSession({ accountId, sessionId });
  const outcome = { sessionId, event: "turn.completed", lastError: null, isKept: true, rowsMax: 10_000 };
  await store.outbox.remove(
    all.find((each) => each.queue === queue)!,
    2,
    outcome,
  );
}

/** The files in a folder and below it that contain a text, with counts. */
export function filesWith(text: string, directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, String(name)))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .flatMap((path) => {
      const hits = contentOf(path).split(text).length - 1;
      return hits === 0 ? [] : [`${path}: ${hits}`];
    });
}

/** Empty for a file that a server removed after it was listed, such as the log of a closed store. */
function contentOf(path: string): string {
  try {
    return readFileSync(path).toString("latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
