// Flow pages: pages named by address in a flow's knowledge. They are read into the flow's own base when it is stored
// or published, and deleted when it names them no more. Recorded sounds are fetched with them. No call waits for one.

import type { StoredSource } from "../../../db/port/knowledge-store.ts";
import type { FlowChange, FlowKey, ListedFlow, StoredFlow } from "../../../db/port/flow-store.ts";
import { type Diagnostic, Fault } from "../../base/fault.ts";
import { fetchSource, type SourceText } from "../../documents/sources/fetch-source.ts";
import { ownBase } from "../../flow/knowledge/own-source.ts";
import type { ChangeAuthor } from "../audit-trail.ts";
import type { AcceptedFlow, FlowReader, NamedPages } from "../flow-reader.ts";
import { keepSource, type KnowledgeParts, listSources, removeSource } from "./knowledge-bases.ts";
import { createFlow, deleteFlow, getFlow, type NewFlow, publishFlow, saveFlow } from "../stored-flows.ts";

/** Pages of one flow: storing it waits until all have been requested. */
const pagesMax = 20;
const soundsMax = 50;
/** The author waits for it, and a slower page would be slow in a browser too. */
const fetchMsMax = 5_000;
/** A recently read page is not read again: authors store a flow many times while they work on it. */
const freshMs = 60_000;

export interface FlowPagesOptions extends KnowledgeParts {
  /** Fetches the sound at an address. Rejects with Faults. */
  readonly fetchSound: (accountId: string, url: string, signal: AbortSignal) => Promise<void>;
  readonly reader: Pick<FlowReader, "diagnose" | "pagesOf">;
  /** Called for a stored or published flow, and for a deleted one. */
  readonly prompts?:
    | {
        readonly stored: (accountId: string, flowId: string) => void;
        readonly forget: (accountId: string, flowId: string) => Promise<void>;
      }
    | undefined;
}

interface Checked extends Pick<AcceptedFlow, "pages" | "diagnostics"> {
  /** Ends the reading when its client leaves. */
  readonly signal: AbortSignal;
}

type Storing<T> = T & ChangeAuthor & Checked;

interface KeptFlow {
  readonly flow: StoredFlow;
  /** Present findings: pages may be missing. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reasons why pages could not be read, by address. */
type Unread = Map<string, string>;

export class FlowPages {
  readonly #o: FlowPagesOptions;

  constructor(options: FlowPagesOptions) {
    this.#o = options;
  }

  /** Throws as `createFlow` does. */
  async create({ signal, diagnostics, ...given }: Storing<NewFlow>): Promise<KeptFlow> {
    const flow = await createFlow(this.#o.store, given);
    this.#o.prompts?.stored(flow.accountId, flow.id);
    return await this.#told(flow, { pages: given.pages, diagnostics, signal });
  }

  /** Throws as `saveFlow` does. */
  async save(key: FlowKey, { signal, diagnostics, ...given }: Storing<FlowChange>): Promise<KeptFlow> {
    const before = await this.#idsOf(key);
    const flow = await saveFlow(this.#o.store, key, given);
    this.#o.prompts?.stored(flow.accountId, flow.id);
    return await this.#told(flow, { pages: given.pages, diagnostics, signal }, before);
  }

  /** Throws as `publishFlow` does. */
  async publish(
    key: FlowKey,
    { signal, ...given }: ChangeAuthor & { readonly revision: number | null; readonly signal: AbortSignal },
  ): Promise<StoredFlow> {
    const { store, reader } = this.#o;
    const before = await this.#idsOf(key);
    await publishFlow(store, key, given);
    this.#o.prompts?.stored(key.accountId, key.flowId);
    const flow = await getFlow(store, key);
    await this.#read(flow, { pages: await reader.pagesOf(flow), signal }, before);
    return flow;
  }

  /** Removes a flow with the files of its base. Throws like `deleteFlow`. */
  async remove(key: FlowKey, doing?: ChangeAuthor): Promise<void> {
    const before = await this.#idsOf(key);
    await deleteFlow(this.#o.store, key, doing);
    await this.#o.prompts?.forget(key.accountId, key.flowId);
    for (const documentId of before) await this.#tidy(key.accountId, documentId, () => true);
  }

  /** Ids in its newest document and in the live revision. */
  async #idsOf(key: FlowKey): Promise<ReadonlySet<string>> {
    const { store, reader } = this.#o;
    const { flows } = store.of(key.accountId);
    const listed = (await flows.list(key.accountId)).find(({ id }) => id === key.flowId);
    const flow = await flows.find(key);
    const live = flow && (await this.#liveBeside(flow));
    const pages = live && (await reader.pagesOf(live));
    return new Set([listed?.documentId, pages?.documentId].filter((id) => id !== undefined && id !== null));
  }

  /** Revision for calls; undefined if it is the newest. */
  async #liveBeside({
    accountId,
    id: flowId,
    published,
    revision,
  }: StoredFlow): Promise<StoredFlow | undefined> {
    if (published === null || published === revision) return undefined;
    return await this.#o.store.of(accountId).flows.live({ accountId, flowId });
  }

  async #told(
    flow: StoredFlow,
    { pages, diagnostics, signal }: Checked,
    before: ReadonlySet<string> = new Set(),
  ): Promise<KeptFlow> {
    const unread = await this.#read(flow, { pages, signal }, before);
    if (pages === undefined || pages.addresses.length + pages.sounds.length === 0)
      return { flow, diagnostics };
    return { flow, diagnostics: await this.#o.reader.diagnose(flow, unread) };
  }

  /** Reads the pages of the newest revision and of the live one, and deletes others. */
  async #read(
    flow: StoredFlow,
    { pages, signal }: Omit<Checked, "diagnostics">,
    before: ReadonlySet<string>,
  ): Promise<Unread> {
    const { accountId } = flow;
    const unread: Unread = new Map();
    const live = await this.#liveBeside(flow);
    const revisions = [pages, ...(live === undefined ? [] : [await this.#o.reader.pagesOf(live)])];
    const named = revisions.filter((each) => each !== undefined);
    const byId = Map.groupBy(named, ({ documentId }) => documentId);
    for (const [documentId, each] of byId) {
      const { language = "en" } = each[0] ?? {};
      const addresses = new Set(each.flatMap(pagesWithin));
      for (const url of each.flatMap((one) => one.addresses))
        if (!addresses.has(url)) unread.set(url, `A flow has at most ${pagesMax} pages.`);
      await this.#fill({ accountId, base: ownBase(documentId), language, signal }, addresses, unread);
    }
    await this.#fetchSounds(
      accountId,
      { sounds: new Set(named.flatMap(({ sounds }) => sounds)), signal },
      unread,
    );
    // A draft's sources are unknown.
    if (named.length < revisions.length) return unread;
    for (const [documentId, each] of byId)
      await this.#drop(flow, documentId, new Set(each.flatMap(pagesWithin)));
    for (const documentId of before)
      if (!byId.has(documentId)) await this.#tidy(accountId, documentId, ({ url }) => url !== null);
    return unread;
  }

  async #fetchSounds(
    accountId: string,
    { sounds, signal }: { readonly sounds: ReadonlySet<string>; readonly signal: AbortSignal },
    unread: Unread,
  ): Promise<void> {
    const fetched = [...sounds].map(async (url, index) => {
      const why =
        index < soundsMax
          ? await this.#o.fetchSound(accountId, url, signal).then(() => undefined, faultIn)
          : new Fault("account/limit", `A flow has at most ${soundsMax} sounds of other servers.`);
      if (why !== undefined) unread.set(url, why.message);
    });
    await Promise.all(fetched);
  }

  async #fill(
    at: { readonly accountId: string; readonly base: string; readonly language: string; signal: AbortSignal },
    addresses: ReadonlySet<string>,
    unread: Unread,
  ): Promise<void> {
    const { clock } = this.#o;
    const storedSources = addresses.size === 0 ? [] : await listSources(this.#o, at);
    const isFresh = (url: string): boolean =>
      storedSources.some((one) => one.url === url && one.isReady && clock.wall() - one.createdAt < freshMs);
    const wanted = [...addresses].filter((url) => !isFresh(url));
    const fetched = await Promise.all(wanted.map((url) => this.#fetched(url, at)));
    // One after the other: they are cut in the account's turn.
    for (const [index, text] of fetched.entries()) {
      const url = wanted[index] ?? "";
      const why = text instanceof Fault ? text : await this.#kept(url, text, at);
      if (why !== undefined) unread.set(url, why.message);
      // An earlier reading stays until there is a newer one.
      else
        for (const old of storedSources.filter((one) => one.url === url))
          await this.#remove(at.accountId, old);
    }
  }

  #fetched(
    url: string,
    { accountId: owner, signal }: { readonly accountId: string; readonly signal: AbortSignal },
  ): Promise<SourceText | Fault> {
    return fetchSource(this.#o.outbound, { owner, url, timeoutMs: fetchMsMax, signal }).catch(faultIn);
  }

  async #kept(
    url: string,
    text: SourceText,
    at: { readonly accountId: string; readonly base: string; readonly language: string },
  ): Promise<Fault | undefined> {
    return await keepSource(this.#o, { ...at, ...text, url, title: "" }).then(() => undefined, faultIn);
  }

  /** Pages no longer named; other flows with the same document id share the base. */
  async #drop(flow: StoredFlow, documentId: string, kept: ReadonlySet<string>): Promise<void> {
    const { accountId } = flow;
    const sources = await listSources(this.#o, { accountId, base: ownBase(documentId) });
    const old = sources.filter(({ url }) => url !== null && !kept.has(url));
    if (old.length === 0) return;
    const others = (await this.#flowsOf(accountId)).filter(({ id }) => id !== flow.id);
    if (others.some((other) => other.documentId === documentId)) return;
    for (const source of old) await this.#remove(accountId, source);
  }

  /** Base of an id that no flow of the account has any more. */
  async #tidy(accountId: string, documentId: string, goes: (source: StoredSource) => boolean): Promise<void> {
    const sources = (await listSources(this.#o, { accountId, base: ownBase(documentId) })).filter(goes);
    if (sources.length === 0) return;
    if ((await this.#flowsOf(accountId)).some((flow) => flow.documentId === documentId)) return;
    for (const source of sources) await this.#remove(accountId, source);
  }

  async #remove(accountId: string, { base, id }: StoredSource): Promise<void> {
    // Another request may have removed it.
    await removeSource(this.#o, { accountId, base, id }).catch(faultIn);
  }

  #flowsOf(accountId: string): Promise<readonly ListedFlow[]> {
    return this.#o.store.of(accountId).flows.list(accountId);
  }
}

const pagesWithin = ({ addresses }: NamedPages): readonly string[] => addresses.slice(0, pagesMax);

/** An error other than a fault of the world is our bug, and is rethrown. */
function faultIn(error: unknown): Fault {
  if (error instanceof Fault) return error;
  throw error;
}
