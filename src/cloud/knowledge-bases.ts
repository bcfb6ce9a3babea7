// Knowledge bases of an account: what its flows answer from. A source is read away from the calls and written in
// slices between them; which passages are best is counted here, whatever keeps them.

import type {
  KnowledgeStore,
  SourceKey,
  SourceLimits,
  StoredPassage,
  StoredSource,
} from "../../db/port/knowledge-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import { EventLoopShare } from "../base/limits/event-loop-share.ts";
import type { Outbound } from "../base/outbound-request.ts";
import type { Documents } from "../documents/documents.ts";
import type { SourceForm } from "../documents/sources/cut-source.ts";
import { type Found, foundMax, questionTerms, slicePassagesMax } from "../flow/knowledge/knowledge-index.ts";
import { rank } from "../flow/knowledge/ranking.ts";

const limits: SourceLimits = { sourcesMax: 100, basesMax: 20, passagesMax: 50_000 };
const fetchMsMax = 15_000;

const says: Readonly<Record<keyof SourceLimits, string>> = {
  sourcesMax: `A base has at most ${limits.sourcesMax} sources: delete one first, or join several.`,
  basesMax: `An account has at most ${limits.basesMax} bases: delete the sources of one first.`,
  passagesMax: `An account has at most ${limits.passagesMax.toLocaleString("en")} passages: delete sources first.`,
};

export interface KnowledgeParts {
  readonly store: Pick<Store, "of">;
  readonly documents: Pick<Documents, "do">;
  readonly outbound: Pick<Outbound, "send">;
  readonly clock: Clock;
}

export interface GivenSource {
  readonly accountId: string;
  readonly base: string;
  /** Empty: its own, else its address or the beginning of its text. */
  readonly title: string;
  readonly language: string;
  /** The text itself, or where it is fetched. */
  readonly from: { readonly kind: SourceForm; readonly text: string } | { readonly url: string };
  /** Nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/** Throws `knowledge/invalid`, `knowledge/unreachable`, `account/limit`, `flow/busy` and `flow/too-slow`. */
export async function addSource(parts: KnowledgeParts, given: GivenSource): Promise<StoredSource> {
  const { store, documents, clock } = parts;
  const { accountId, base, language } = given;
  const url = "url" in given.from ? given.from.url : null;
  const { kind, text } = "url" in given.from ? await fetched(parts, given, given.from.url) : given.from;
  const { title, slices } = await documents.do({
    kind: "cut",
    input: { kind, text, language },
    known: { allow: [], words: false },
    owner: accountId,
    resolve: () => Promise.resolve(undefined),
  });
  const at = clock.wall();
  const key: SourceKey = { accountId, base, id: newId("src", at) };
  const passages = slices.reduce((all, slice) => all + slice.passages.length, 0);
  const named = given.title || title || url || beginningOf(text);
  const { knowledge } = store.of(accountId);
  const over = await knowledge.begin({ ...key, kind, title: named, url, passages, at }, limits);
  if (over !== undefined) throw new Fault("account/limit", says[over]);
  for (const [slice, { passages: own, ...rest }] of slices.entries()) {
    await turns.enter();
    const stored = own.map(({ questions = null, ...passage }) => ({ ...passage, questions }));
    await knowledge.extend(key, { slice, passages: stored, ...rest });
  }
  const done = await knowledge.finish(key);
  if (done === undefined) throw missing();
  return done;
}

/** All of a source, a slice at a time. */
export async function* storedPassages(
  store: Pick<Store, "of">,
  accountId: string,
  { id: sourceId, passages: all }: Pick<StoredSource, "id" | "passages">,
): AsyncGenerator<readonly StoredPassage[]> {
  const { knowledge } = store.of(accountId);
  for (let [slice, read] = [0, 0]; read < all; slice++) {
    await turns.enter();
    const places = Array.from({ length: slicePassagesMax }, (_, place) => ({ sourceId, slice, place }));
    const found = await knowledge.passages(accountId, places);
    // It was removed meanwhile.
    if (found.length === 0) return;
    read += found.length;
    yield found.map(({ passage }) => passage);
  }
}

/** One slice in a turn of the event loop: calls go on in between. */
const turns = new EventLoopShare(1);

const titleCharsMax = 60;

function beginningOf(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return line.replace(/^#+\s*/, "").slice(0, titleCharsMax);
}

async function fetched(
  { outbound }: KnowledgeParts,
  { accountId, signal }: GivenSource,
  url: string,
): Promise<{ kind: SourceForm; text: string }> {
  const headers = [["accept", "text/html, text/markdown, text/plain, text/csv"]] as const;
  const answer = await outbound.send({
    owner: accountId,
    url,
    method: "GET",
    headers,
    timeoutMs: fetchMsMax,
    signal,
  });
  if (answer.kind !== "ok") throw unreachable(answer.detail);
  if (answer.status >= 300) throw unreachable(`The server answered with status ${answer.status}.`);
  const type = (answer.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const kind = forms.get(type);
  if (kind === undefined)
    throw unreachable(`It is ${type === "" ? "of no type" : type}, and not HTML, Markdown, text or CSV.`);
  return { kind, text: new TextDecoder().decode(answer.body).replaceAll("\0", "") };
}

const forms: ReadonlyMap<string, SourceForm> = new Map([
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
  ["text/markdown", "markdown"],
  ["text/x-markdown", "markdown"],
  ["text/plain", "text"],
  ["text/csv", "csv"],
]);

/** Of one base, oldest first. */
export const listSources = (
  { store }: Pick<KnowledgeParts, "store">,
  { accountId, base }: Pick<SourceKey, "accountId" | "base">,
): Promise<readonly StoredSource[]> => store.of(accountId).knowledge.list(accountId, base);

/** Throws `knowledge/not-found`. */
export async function removeSource({ store }: Pick<KnowledgeParts, "store">, key: SourceKey): Promise<void> {
  const { knowledge } = store.of(key.accountId);
  for (let first = true; ; first = false) {
    await turns.enter();
    const done = await knowledge.remove(key);
    if (done === "missing" && first) throw missing();
    if (done !== "more") return;
  }
}

/** How many passages each base has that can be searched, by name. */
export async function passagesByBase(
  knowledge: KnowledgeStore,
  accountId: string,
): Promise<ReadonlyMap<string, number>> {
  const bases = new Map<string, number>();
  for (const { base, passages, isReady } of await knowledge.list(accountId, undefined))
    bases.set(base, (bases.get(base) ?? 0) + (isReady ? passages : 0));
  return bases;
}

export interface BaseQuestion {
  readonly base: string;
  /** Of the caller. */
  readonly words: string;
  /** BCP 47. */
  readonly language: string;
}

/** The best first. None for calls without an account: bases belong to accounts. */
export async function searchBase(
  store: Pick<Store, "of">,
  accountId: string | undefined,
  { base, words, language }: BaseQuestion,
): Promise<readonly Found[]> {
  if (accountId === undefined) return [];
  const { knowledge } = store.of(accountId);
  const question = questionTerms(words, language);
  if (question.size === 0) return [];
  const { rows, ...size } = await knowledge.postings({ accountId, base }, [...question]);
  const ranked = rank(
    question,
    rows.map(({ sourceId, slice, term, postings }) => ({ slice: `${sourceId} ${slice}`, term, postings })),
    { size, max: foundMax },
  );
  const places = ranked.map(({ slice, place, covers }) => {
    const [sourceId = "", number = ""] = slice.split(" ");
    return { sourceId, slice: Number(number), place, covers };
  });
  const passages = await knowledge.passages(accountId, places);
  return passages.map(({ passage: { questions, ...passage }, ...at }) => ({
    ...passage,
    ...(questions !== null && { questions }),
    covers:
      places.find((one) => one.sourceId === at.sourceId && one.slice === at.slice && one.place === at.place)
        ?.covers ?? 0,
  }));
}

const missing = (): Fault =>
  new Fault("knowledge/not-found", "There is no such source: GET /v1/knowledge/{base}/sources lists them.");

const unreachable = (why: string): Fault =>
  new Fault("knowledge/unreachable", `The source could not be fetched. ${why}`);
