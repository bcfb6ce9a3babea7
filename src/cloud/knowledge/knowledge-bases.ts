// Knowledge bases of an account: the texts that its flows answer from. A source is read away from calls and written
// in slices between them; the ranking of passages is computed here, for any store.

import type {
  PassageSlice,
  SourceKey,
  SourceLimits,
  StoredPassage,
  StoredSource,
} from "../../../db/port/knowledge-store.ts";
import type { Store } from "../../../db/port/store.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import { newId } from "../../base/id.ts";
import { bulkWork } from "../../base/limits/bulk-work.ts";
import { inParts, type PartSize } from "../../base/limits/in-parts.ts";
import type { Outbound } from "../../base/outbound/outbound-request.ts";
import type { Documents } from "../../documents/documents.ts";
import { type PackedSource, termsIn } from "../../documents/sources/cut-source.ts";
import { fetchSource, type SourceText } from "../../documents/sources/fetch-source.ts";
import { isOwnBase, type SourceForm } from "../../flow/knowledge/own-source.ts";
import {
  type FoundPassage,
  foundMax,
  questionTerms,
  slicePassagesMax,
} from "../../flow/knowledge/knowledge-index.ts";
import { rank } from "../../flow/knowledge/ranking.ts";
import { answering, spokenAnswer } from "../../flow/knowledge/spoken-answer.ts";

const limits: SourceLimits = { sourcesMax: 100, basesMax: 50, passagesMax: 50_000 };
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
  /** Empty: its own title, else its address or the beginning of its text. */
  readonly title: string;
  readonly language: string;
  /** The text itself, or the address to fetch. */
  readonly from: { readonly kind: SourceForm; readonly text: string } | { readonly url: string };
  /** Ends the reading when its client leaves. */
  readonly signal: AbortSignal;
}

/** The second form is a flow's, by the id in its document. */
const baseForm = /^(?:[A-Za-z][A-Za-z0-9_-]{0,63}|flow:[a-z][a-z0-9_-]{0,63})$/;

/** Accepts names of bases that an account may fill. Throws `request/invalid`. */
export function checkBase(name: string): void {
  if (baseForm.test(name)) return;
  throw new Fault(
    "request/invalid",
    "The name of a base is a letter, then at most 63 letters, digits, - and _, such as opening-hours.",
  );
}

/** Throws `knowledge/invalid`, `knowledge/unreachable`, `account/limit` and `flow/busy`. */
export async function addSource(
  parts: KnowledgeParts,
  { from, signal, ...given }: GivenSource,
): Promise<StoredSource> {
  if (!("url" in from)) return await keepSource(parts, { ...given, ...from, url: null });
  const { url } = from;
  const fetching = { owner: given.accountId, url, timeoutMs: fetchMsMax, signal };
  return await keepSource(parts, { ...given, ...(await fetchSource(parts.outbound, fetching)), url });
}

interface KeptSource extends Omit<GivenSource, "from" | "signal">, SourceText {
  /** Address it was fetched from. */
  readonly url: string | null;
}

/** Throws as `addSource` does, but for `knowledge/unreachable`. */
export async function keepSource(
  { store, documents, clock }: Omit<KnowledgeParts, "outbound">,
  { accountId, base, language, url, kind, text, ...given }: KeptSource,
): Promise<StoredSource> {
  const { title, slices: cut } = await documents.do({
    kind: "cut",
    input: { kind, text, language },
    known: { allow: [] },
    owner: accountId,
    resolve: () => Promise.resolve(undefined),
  });
  const at = clock.wall();
  const key: SourceKey = { accountId, base, id: newId("src", at) };
  const passages = cut.reduce((all, slice) => all + slice.passages.length, 0);
  const named = given.title || title || url || beginningOf(text);
  const { knowledge } = store.of(accountId);
  const over = await knowledge.begin({ ...key, kind, title: named, url, passages, at }, limits);
  if (over !== undefined) throw new Fault("account/limit", says[over]);
  for (const part of writtenParts(cut)) {
    if (!(await bulkWork.run(accountId, () => knowledge.extend(key, part())))) throw missing();
  }
  const done = await knowledge.finish(key);
  if (done === undefined) throw missing();
  return done;
}

/** Per transaction, in which no call is served: about 3 ms. */
const passagesAtOnce: PartSize = { rowsMax: 50, charsMax: 64 * 1_024 };

/** Each is made at its turn. */
function* writtenParts(cut: PackedSource["slices"]): Generator<() => PassageSlice> {
  for (const [slice, { passages, termParts, termCount }] of cut.entries()) {
    let from = 0;
    for (const batch of inParts(passages, passagesAtOnce, ({ title, text }) => title.length + text.length)) {
      const part = { slice, from, terms: [], termCount: from === 0 ? termCount : 0 };
      yield () => ({
        ...part,
        passages: batch.map(({ questions = null, ...one }) => ({ ...one, questions })),
      });
      from += batch.length;
    }
    for (const part of termParts) yield () => ({ slice, passages: [], terms: termsIn(part), termCount: 0 });
  }
}

/** Passages of a source, slice by slice. */
export async function* storedPassages(
  store: Pick<Store, "of">,
  accountId: string,
  { id: sourceId, passages: all }: Pick<StoredSource, "id" | "passages">,
): AsyncGenerator<readonly StoredPassage[]> {
  const { knowledge } = store.of(accountId);
  for (let [slice, read] = [0, 0]; read < all; slice++) {
    const places = Array.from({ length: slicePassagesMax }, (_, place) => ({ sourceId, slice, place }));
    const slicePassages = await bulkWork.run(accountId, () => knowledge.passages(accountId, places));
    // The source was removed meanwhile.
    if (slicePassages.length === 0) return;
    read += slicePassages.length;
    yield slicePassages.map(({ passage }) => passage);
  }
}

const titleCharsMax = 60;

function beginningOf(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return line.replace(/^#+\s*/, "").slice(0, titleCharsMax);
}

/** Sources of one base, oldest first. */
export const listSources = (
  { store }: Pick<KnowledgeParts, "store">,
  { accountId, base }: Pick<SourceKey, "accountId" | "base">,
): Promise<readonly StoredSource[]> => store.of(accountId).knowledge.list(accountId, base);

/** Sources of all bases, oldest first. */
export const listAllSources = (
  { store }: Pick<KnowledgeParts, "store">,
  accountId: string,
): Promise<readonly StoredSource[]> => store.of(accountId).knowledge.list(accountId, undefined);

export interface TriedQuestion {
  readonly passages: readonly FoundPassage[];
  /** Spoken by a flow without a language model; undefined: no passage answers. */
  readonly answer: string | undefined;
}

/** Searches and answers as a flow does, without a call. */
export async function tryQuestion(
  { store }: Pick<KnowledgeParts, "store">,
  accountId: string,
  question: BaseQuestion,
): Promise<TriedQuestion> {
  const passages = await searchBase(store, accountId, question);
  return { passages, answer: spokenAnswer(answering(passages), question) };
}

/** Throws `knowledge/not-found`. */
export async function removeSource({ store }: Pick<KnowledgeParts, "store">, key: SourceKey): Promise<void> {
  const { knowledge } = store.of(key.accountId);
  for (let first = true; ; first = false) {
    const done = await bulkWork.run(key.accountId, () => knowledge.remove(key));
    if (done === "missing" && first) throw missing();
    if (done !== "more") return;
  }
}

/** Searchable passages of each base, by name. */
export function passagesByBase(sources: readonly StoredSource[]): ReadonlyMap<string, number> {
  const bases = new Map<string, number>();
  for (const { base, passages, isReady } of sources)
    bases.set(base, (bases.get(base) ?? 0) + (isReady ? passages : 0));
  return bases;
}

/** Searchable names in the flows' own bases: addresses, and titles of sources without one. */
export function namesByOwnBase(sources: readonly StoredSource[]): ReadonlyMap<string, ReadonlySet<string>> {
  const flowSources = sources.filter(({ base, isReady }) => isReady && isOwnBase(base));
  const byBase = Map.groupBy(flowSources, ({ base }) => base);
  return new Map(
    [...byBase].map(([base, each]) => [base, new Set(each.map(({ url, title }) => url ?? title))]),
  );
}

export interface BaseQuestion {
  readonly base: string;
  /** Sources of the base to which the search is limited. */
  readonly sources?: readonly string[];
  /** Words of the caller. */
  readonly words: string;
  /** BCP 47. */
  readonly language: string;
}

/** The best first. None for calls without an account: bases belong to accounts. */
export async function searchBase(
  store: Pick<Store, "of">,
  accountId: string | undefined,
  { base, sources, words, language }: BaseQuestion,
): Promise<readonly FoundPassage[]> {
  if (accountId === undefined) return [];
  const { knowledge } = store.of(accountId);
  const question = questionTerms(words, language);
  if (question.size === 0) return [];
  const { rows, ...size } = await knowledge.postings({ accountId, base, sources }, [...question]);
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
