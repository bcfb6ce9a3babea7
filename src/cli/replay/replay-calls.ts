// Replay of stored calls: command `replay --calls SINCE --flow NEW.yaml`, which plays the calls of a flow to another
// version of it, beside a server or without one, and prints the differences.

import { parseArgs } from "node:util";
import type { Store } from "../../../db/port/store.ts";
import { wallClock } from "../../base/clock.ts";
import { openLog } from "../../base/log.ts";
import { findAccount } from "../../cloud/accounts.ts";
import { FlowReader } from "../../cloud/flow-reader.ts";
import type { Config } from "../../config.ts";
import { Documents } from "../../documents/documents.ts";
import { documentIdOf } from "../../documents/flow-text-check.ts";
import {
  replayCalls,
  replayedAtOnceMax,
  type ReplayWanted,
  type TriedCall,
} from "../../session/replay/call-replay.ts";
import { configOrSay } from "../command-config.ts";
import { invocation } from "../invocation.ts";
import { missingFileSentence } from "../mistakes/missing-file.ts";
import { misuse } from "../mistakes/misuse.ts";
import { noAccount, orSay, withStore } from "../stored-data.ts";
import { ReplayCounts, triedLines } from "./tried-lines.ts";

const usage = "replay --calls SINCE --flow NEW.yaml [--account ACCOUNT|EMAIL] [--json]";
const options = {
  calls: { type: "string" },
  flow: { type: "string" },
  account: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** More calls are replayed in parts, each with a later SINCE. */
const callsMax = 100_000;

interface Wanted {
  readonly fromMs: number;
  readonly path: string;
  readonly account: string | undefined;
  readonly isJson: boolean;
}

/** Exits with 0 if every call keeps its course, with 1 otherwise. */
export async function replayStoredCalls(args: readonly string[]): Promise<number> {
  const wanted = wantedBy(args, wallClock.wall());
  if (typeof wanted === "string") {
    console.error(wanted);
    return 2;
  }
  const file = Bun.file(wanted.path);
  if (!(await file.exists())) {
    console.error(missingFileSentence(wanted.path));
    return 1;
  }
  const text = await file.text();
  const config = configOrSay();
  if (config === undefined) return 1;
  return orSay(config, () => withStore(config, (store) => replayIn(store, { ...wanted, config, text })));
}

function wantedBy(args: readonly string[], nowMs: number): Wanted | string {
  try {
    const { values } = parseArgs({ args: [...args], options });
    const { calls, flow, account, json: isJson } = values;
    if (calls === undefined || flow === undefined) return misuse(usage, args);
    const fromMs = sinceMs(calls, nowMs);
    if (fromMs === undefined)
      return `--calls takes a day such as 2026-11-20, or a time back such as 7d or 12h, not "${calls}".\nUsage: ${invocation} ${usage}`;
    return { fromMs, path: flow, account, isJson };
  } catch {
    return misuse(usage, args);
  }
}

const unitMs = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** @internal A day of UTC, a moment, or a duration before now; undefined for anything else. */
export function sinceMs(text: string, nowMs: number): number | undefined {
  const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  if (count !== undefined) return nowMs - Number(count) * unitMs[unit as keyof typeof unitMs];
  if (!/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

async function replayIn(
  store: Store,
  { account: name, config, text, ...wanted }: Wanted & { readonly config: Config; readonly text: string },
): Promise<number> {
  const account = await (name === undefined ? store.accounts.owner() : findAccount(store.accounts, name));
  if (account === undefined) {
    console.error(
      name === undefined ? `There is no owner yet: name the account with --account.` : `${noAccount(name)}.`,
    );
    return 1;
  }
  const documentId = documentIdOf(text);
  const flow = await store.of(account.id).flows.newest(account.id, documentId);
  if (flow === undefined) {
    console.error(
      `${wanted.path}: ${account.email} has no flow with the id "${documentId}", so it has no calls.`,
    );
    return 1;
  }
  const log = openLog({ level: "error", format: "json", write: (line) => console.error(line) });
  await using documents = new Documents({ clock: wallClock, log });
  const reader = new FlowReader({ store, documents, allow: config.outboundAllow });
  const counts = new ReplayCounts();
  const of = { accountId: account.id, flowId: flow.flowId, text, from: wanted.fromMs };
  for await (const tried of triedCalls({ store, reader }, of)) {
    counts.add(tried);
    if (wanted.isJson) console.log(JSON.stringify(tried));
    else for (const line of triedLines(tried)) console.log(line);
    showProgress(counts.all, tried);
  }
  endProgress();
  const since = new Date(wanted.fromMs).toISOString();
  if (!wanted.isJson) for (const line of counts.lines(`${documentId} since ${since}`)) console.log(line);
  if (counts.all === callsMax)
    console.error(`Only the newest ${callsMax} calls were tried: choose a later SINCE.`);
  return counts.hasOtherCourse ? 1 : 0;
}

type Parts = Parameters<typeof replayCalls>[0];

async function* triedCalls(
  parts: Parts,
  of: Omit<ReplayWanted, "limit" | "after">,
): AsyncGenerator<TriedCall> {
  let after: ReplayWanted["after"];
  for (let count = 0; count < callsMax;) {
    const limit = Math.min(replayedAtOnceMax, callsMax - count);
    const page = await replayCalls(parts, { ...of, after, limit });
    yield* page.calls;
    count += page.calls.length;
    after = page.last;
    if (after === undefined) return;
  }
}

/** Shows the progress on a terminal only: a file gets the report alone. */
function showProgress(done: number, { createdAt }: TriedCall): void {
  if (process.stderr.isTTY === true)
    process.stderr.write(`\r${done} calls, back to ${new Date(createdAt).toISOString().slice(0, 16)}`);
}

function endProgress(): void {
  if (process.stderr.isTTY === true) process.stderr.write("\r\u001b[K");
}
