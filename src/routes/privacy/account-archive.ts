// Archive of an account: all that it owns as readable files, page by page: what the API says of its settings, its flows
// with every revision that is kept, its knowledge, its recorded sounds, its calls with what was said, its ledger and its audit log.

import type { CallRow } from "../../../db/port/call-store.ts";
import type { FlowHead } from "../../../db/port/flow-store.ts";
import { bulkWork } from "../../base/limits/bulk-work.ts";
import { storedPassages } from "../../cloud/knowledge/knowledge-bases.ts";
import type { AccountSounds } from "../../calls/sounds/account-sounds.ts";
import { piecesOf } from "../../files/stored-files.ts";
import type { ZipEntry } from "../../files/zip-stream.ts";
import { auditEntryOf } from "../account/audit-routes.ts";
import { ledgerEntryOf } from "../account/credit-routes.ts";
import {
  ArchiveManifest,
  jsonEntry,
  type RecordingParts,
  recordingsOf,
  sessionIn,
  type SessionParts,
  textEntry,
} from "./archive-entries.ts";

export interface AccountArchiveParts extends SessionParts {
  /** Answer of the API to the archive's requester. */
  readonly answerOf: (path: string) => Promise<unknown>;
  readonly sounds: Pick<AccountSounds, "list" | "open">;
  /** Undefined: they are not wanted. */
  readonly recordings: RecordingParts | undefined;
}

/** Small data: the responses of its own routes, so the archive shows nothing more. */
const settings = {
  account: "/v1/account",
  logins: "/v1/account/logins",
  "api-keys": "/auth/api-keys",
  assistant: "/v1/assistant",
  assistants: "/v1/assistants",
  providers: "/v1/providers",
  secrets: "/v1/secrets",
  hooks: "/v1/hooks",
  embeds: "/v1/embeds",
  "phone-numbers": "/v1/phone/numbers",
  "phone-calls": "/v1/phone/calls",
  budget: "/v1/budget",
  balance: "/v1/credits/balance",
  retention: "/v1/retention",
  sounds: "/v1/sounds",
  erasures: "/v1/erasures",
} as const;

/** Number of calls in one file, which are read at once. */
const callsPerFile = 200;
const entriesAtOnce = 500;

/** `at`: epoch milliseconds. */
export async function* accountArchive(
  { accountId, at }: { readonly accountId: string; readonly at: number },
  parts: AccountArchiveParts,
): AsyncGenerator<ZipEntry> {
  const manifest = new ArchiveManifest();
  for (const [name, path] of Object.entries(settings)) {
    const file = `${name}.json`;
    try {
      yield manifest.with(jsonEntry(file, await parts.answerOf(path)));
    } catch (error) {
      manifest.without({ file }, error);
    }
  }
  const sections = [flowsOf, knowledgeOf, ledgerOf, auditOf];
  for (const of of sections) for await (const entry of of(accountId, parts)) yield manifest.with(entry);
  for await (const entry of soundsOf(accountId, parts, manifest)) yield manifest.with(entry);
  for await (const entry of callsOf(accountId, parts, manifest)) yield manifest.with(entry);
  yield manifest.entry({ account_id: accountId }, at);
}

async function* flowsOf(accountId: string, { store }: SessionParts): AsyncGenerator<ZipEntry> {
  for (const head of await store.of(accountId).flows.list(accountId)) yield* flowOf(head, accountId, store);
}

async function* flowOf(
  { id: flowId }: FlowHead,
  accountId: string,
  store: SessionParts["store"],
): AsyncGenerator<ZipEntry> {
  const { flows } = store.of(accountId);
  const key = { accountId, flowId };
  const [flow, revisions] = await bulkWork.run(accountId, () =>
    Promise.all([flows.find(key), flows.revisions(key)]),
  );
  // The flow was deleted meanwhile.
  if (flow === undefined) return;
  yield jsonEntry(`flows/${flowId}/flow.json`, {
    flow_id: flowId,
    name: flow.name,
    created_at: timeOf(flow.createdAt),
    updated_at: timeOf(flow.updatedAt),
    newest_revision: flow.revision,
    published_revision: flow.published,
    layout: flow.layout,
    revisions: revisions.map(({ revision, createdAt }) => ({ revision, created_at: timeOf(createdAt) })),
  });
  for (const { revision } of revisions) {
    const text = await bulkWork.run(accountId, () => flows.text({ flowId, revision }));
    if (text !== undefined) yield textEntry(`flows/${flowId}/${revision}.yaml`, text);
  }
}

async function* knowledgeOf(accountId: string, { store }: SessionParts): AsyncGenerator<ZipEntry> {
  const sources = await store.of(accountId).knowledge.list(accountId, undefined);
  yield jsonEntry(
    "knowledge/sources.json",
    sources.map(({ createdAt, isReady, ...source }) => ({
      ...source,
      ready: isReady,
      created_at: timeOf(createdAt),
    })),
  );
  for (const source of sources)
    yield {
      name: `knowledge/${source.id}.jsonl`,
      content: linesOf(storedPassages(store, accountId, source), (passage) => passage),
    };
}

/** Sounds in the form in which calls play them. */
async function* soundsOf(
  accountId: string,
  { sounds }: AccountArchiveParts,
  manifest: ArchiveManifest,
): AsyncGenerator<ZipEntry> {
  const folder = "sounds/";
  try {
    for (const { name } of await sounds.list(accountId)) {
      const file = await sounds.open(accountId, name);
      if (file !== undefined) yield { name: folder + name, content: piecesOf(file) };
    }
  } catch (error) {
    manifest.without({ file: folder }, error);
  }
}

async function* ledgerOf(accountId: string, { store }: SessionParts): AsyncGenerator<ZipEntry> {
  const { ledger } = store.of(accountId);
  const pages = pagesBy(accountId, (last?: { readonly id: number }) =>
    ledger.page({ accountId, before: last?.id, limit: entriesAtOnce }),
  );
  yield await Promise.resolve({ name: "ledger.jsonl", content: linesOf(pages, ledgerEntryOf) });
}

async function* auditOf(accountId: string, { store }: SessionParts): AsyncGenerator<ZipEntry> {
  const { audit } = store.of(accountId);
  const pages = pagesBy(accountId, (last?: { readonly number: number }) =>
    audit.page({ chain: accountId, before: last?.number, order: "down", limit: entriesAtOnce }),
  );
  yield await Promise.resolve({ name: "audit.jsonl", content: linesOf(pages, (row) => auditEntryOf(row)) });
}

async function* callsOf(
  accountId: string,
  parts: AccountArchiveParts,
  manifest: ArchiveManifest,
): AsyncGenerator<ZipEntry> {
  const { calls } = parts.store.of(accountId);
  const pages = pagesBy(
    accountId,
    (after?: CallRow) => calls.page({ accountId, after, limit: callsPerFile }),
    callsPerFile,
  );
  let file = 0;
  for await (const rows of pages) {
    file += 1;
    const name = `calls/${String(file).padStart(6, "0")}.jsonl`;
    yield { name, content: sessionLines(rows, accountId, parts) };
    if (parts.recordings === undefined) continue;
    for (const row of rows) {
      try {
        yield* recordingsOf(row, parts.recordings);
      } catch (error) {
        manifest.without({ session_id: row.id }, error);
      }
    }
  }
}

async function* sessionLines(
  rows: readonly CallRow[],
  accountId: string,
  parts: SessionParts,
): AsyncGenerator<Uint8Array> {
  for (const { id: sessionId } of rows) {
    const session = await sessionIn({ accountId, sessionId }, parts);
    if (session !== undefined) yield lineOf(session.whole);
  }
}

/** Pages of rows: each begins behind the last row of the previous one. */
async function* pagesBy<Row>(
  accountId: string,
  page: (last: Row | undefined) => Promise<readonly Row[]>,
  rowsAtOnce = entriesAtOnce,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await bulkWork.run(accountId, () => page(last));
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1);
  }
}

async function* linesOf<Row>(
  pages: AsyncIterable<readonly Row[]>,
  shown: (row: Row) => object,
): AsyncGenerator<Uint8Array> {
  for await (const rows of pages) yield Buffer.concat(rows.map((row) => lineOf(shown(row))));
}

function lineOf(data: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(data)}\n`);
}

function timeOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
