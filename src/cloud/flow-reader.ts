// Flow reader: has texts of stored flows read away from calls. Looks up the account's other flows and secrets;
// everything else is a job of `documents`.

import type { FlowLinks, FlowRef, FlowText, StoredFlow } from "../../db/port/flow-store.ts";
import type { Store } from "../../db/port/store.ts";
import { type Diagnostic, Fault } from "../base/fault.ts";
import type { AllowRule } from "../base/outbound/outbound-allow.ts";
import type { Documents } from "../documents/documents.ts";
import type {
  GraphedFlow,
  Input,
  JobKind,
  DocumentFacts,
  NamedPages,
  Output,
  RunnableFlow,
  TestedFlow,
} from "../documents/document-message.ts";
import type { Theme } from "../flow/author/draw/svg-style.ts";
import type { Program } from "../flow/language/program.ts";
import { namesByOwnBase, passagesByBase } from "./knowledge/knowledge-bases.ts";
import type { FlowEdit } from "./flow-edit.ts";

export type { NamedPages } from "../documents/document-message.ts";

export interface FlowReaderOptions {
  readonly store: Pick<Store, "of">;
  readonly documents: Pick<Documents, "do">;
  /** Allowed targets of tools and hooks besides public addresses. */
  readonly allow: readonly AllowRule[];
  /** The only language of an account's recogniser; undefined: any, or unknown. */
  readonly hearsOnlyOf?: (accountId: string | undefined) => Promise<string | undefined>;
  /** Names of an account's sounds; undefined: unknown. */
  readonly soundsOf?: (accountId: string) => Promise<ReadonlySet<string> | undefined>;
  /** Names of an account's voice, or of the server's; undefined: unknown. */
  readonly voicesOf?: (accountId: string | undefined) => Promise<readonly string[] | undefined>;
}

export interface AcceptedFlow extends FlowText {
  /** Notes that are no reason to refuse. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined: it cannot run. */
  readonly pages: NamedPages | undefined;
}

interface Accepting {
  readonly draft: boolean;
  readonly accountId: string;
}

interface Knowing {
  /** Absent: the account is unknown, and the checker knows less. */
  readonly accountId?: string | undefined;
  readonly words?: boolean;
  /** Why pages and sounds could not be read just now, by address. */
  readonly unread?: ReadonlyMap<string, string>;
  /** Fixed revisions; others are the newest. */
  readonly links?: FlowLinks;
}

interface Reading<K extends JobKind> extends Knowing {
  readonly kind: K;
  readonly input: Input<K>;
  /** Owner of the turn, if it is not the account. */
  readonly owner?: string;
}

type Stored = Pick<StoredFlow, "id" | "accountId" | "revision" | "source">;

/** All methods also reject with `flow/busy` and `flow/too-slow`. */
export class FlowReader {
  readonly #o: FlowReaderOptions;

  constructor(options: FlowReaderOptions) {
    this.#o = options;
  }

  /** All faults of a text. Rejects with `request/too-large`. */
  async check(text: string): Promise<readonly Diagnostic[]> {
    const { output } = await this.#read({ kind: "check", input: { text }, words: true });
    return output.diagnostics;
  }

  /** Accepts a storable flow, with its revisions of other flows. Rejects with `flow/invalid`. */
  async accept(source: string, { draft, accountId }: Accepting): Promise<AcceptedFlow> {
    const input = { text: source };
    const { output, links } = await this.#read({ kind: "check", input, accountId, words: true });
    const { diagnostics, isDocument, documentId, pages } = output;
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0 && !(draft && isDocument)) throw refusal(errors, diagnostics, isDocument);
    return { source, documentId, links, diagnostics, pages };
  }

  /** Findings in a stored flow whose pages could not be read, by address. */
  async diagnose(flow: Stored, unread: ReadonlyMap<string, string>): Promise<readonly Diagnostic[]> {
    return (await this.#readStored("check", flow, { words: true, unread })).output.diagnostics;
  }

  /** Undefined for a flow that cannot run. */
  async pagesOf(flow: Stored): Promise<NamedPages | undefined> {
    return (await this.#readStored("check", flow)).output.pages;
  }

  /** The stored text with an editor's document in it. */
  async rewrite(
    { source, accountId }: Stored,
    { document, renames = {} }: FlowEdit,
  ): Promise<Output<"rewrite">> {
    const input = { text: source, documentJson: JSON.stringify(document), renames };
    return (await this.#read({ kind: "rewrite", input, accountId })).output;
  }

  /** The document as JSON, its keys in order. */
  async json({ source, accountId }: Stored): Promise<string> {
    return (await this.#read({ kind: "json", input: { text: source }, accountId })).output;
  }

  async graph(flow: Stored): Promise<GraphedFlow> {
    return (await this.#readStored("graph", flow, { words: true })).output;
  }

  /** Picture of it, as an SVG file in UTF-8. */
  async diagram({ source, accountId, name, layout }: StoredFlow, theme: Theme): Promise<Output<"diagram">> {
    const input = { text: source, name, theme, ...(layout !== null && { layout }) };
    return (await this.#read({ kind: "diagram", input, accountId })).output;
  }

  /** Rejects with `flow/invalid` for one that cannot run. */
  async test(flow: Stored): Promise<TestedFlow> {
    return (await this.#readStored("test", flow)).output;
  }

  /** Tests of a text that need not be stored, with the account's other flows as they are now. */
  async testText(text: string, accountId: string): Promise<TestedFlow> {
    return (await this.#read({ kind: "test", input: { text }, accountId })).output;
  }

  /** Result of the caller's words, turn by turn. Rejects with `flow/invalid` for one that cannot run. */
  async say(text: string, says: readonly string[], accountId: string): Promise<Output<"say">> {
    return (await this.#read({ kind: "say", input: { text, says }, accountId })).output;
  }

  /** Simulated people call it, as many as time allows. Rejects with `flow/invalid` for one that cannot run. */
  async simulate(wanted: Input<"simulate">, accountId: string): Promise<Output<"simulate">> {
    return (await this.#read({ kind: "simulate", input: wanted, accountId })).output;
  }

  /** Recorded calls on two versions of their flow, at least the first ones. */
  async replay(order: Input<"replay">, accountId: string): Promise<Output<"replay">> {
    return (await this.#read({ kind: "replay", input: order, accountId })).output;
  }

  /** A stored revision as it would run now, without a call. Rejects with `flow/invalid`. */
  async stored(flow: Stored): Promise<Program> {
    return (await this.#readStored("load", flow)).output.program;
  }

  /** Unstored text, as it would run now. Rejects with `flow/invalid`. */
  async preview(text: string, accountId: string | undefined): Promise<RunnableFlow> {
    return (await this.#read({ kind: "load", input: { text }, accountId })).output;
  }

  /**
   * Program of a call; it waits for no check of its account. A called flow that did not exist at storing is fixed
   * now. Rejects with `flow/invalid`.
   */
  async program(flow: Stored): Promise<RunnableFlow> {
    const owner = `calls of ${flow.accountId}`;
    const { output, links } = await this.#readStored("load", flow, { owner });
    await this.#flowsOf(flow).fixLinks(refOf(flow), links);
    return output;
  }

  /** Program of a flow, read in this thread: for the server's start, when no call is disturbed. */
  async programNow(flow: Stored): Promise<Program> {
    const { loaderOf } = await import("../documents/document-jobs.ts");
    const { runnableFlow } = await import("../documents/run-tests.ts");
    const links = await this.#flowsOf(flow).links(refOf(flow));
    const { known, resolve } = await this.#knowing({ accountId: flow.accountId, links });
    const texts = new Map<string, string | undefined>();
    // Repeated with each newly needed flow, until all are there.
    for (;;) {
      const wanted = new Set<string>();
      const resolveFlow = (id: string): string | undefined => {
        if (!texts.has(id)) wanted.add(id);
        return texts.get(id);
      };
      const load = loaderOf(known, { resolveFlow });
      try {
        const { program } = runnableFlow(flow.source, load);
        if (wanted.size === 0) return program;
      } catch (error) {
        if (wanted.size === 0) throw error;
      }
      for (const id of wanted) texts.set(id, await resolve(id));
    }
  }

  #flowsOf({ accountId }: Pick<Stored, "accountId">) {
    return this.#o.store.of(accountId).flows;
  }

  async #readStored<K extends "check" | "graph" | "test" | "load">(
    kind: K,
    flow: Stored,
    more: Pick<Knowing, "words" | "unread"> & { readonly owner?: string } = {},
  ) {
    const links = await this.#flowsOf(flow).links(refOf(flow));
    const { accountId, source } = flow;
    return await this.#read({ kind, input: { text: source }, accountId, links, ...more });
  }

  /** Runs a job, and returns its result with the revisions of all flows that it needed. */
  async #read<K extends JobKind>({ kind, input, owner, ...more }: Reading<K>) {
    const { known, resolve, found } = await this.#knowing(more);
    const turn = owner ?? more.accountId ?? "strangers";
    const likely = [...(more.links?.keys() ?? [])];
    const output = await this.#o.documents.do({ kind, input, known, resolve, likely, owner: turn });
    return { output, links: found as FlowLinks };
  }

  async #knowing({ accountId, words = false, unread, links }: Knowing) {
    const { store, allow } = this.#o;
    const data = accountId === undefined ? undefined : store.of(accountId);
    const secrets = data && (await data.secrets.list(accountId ?? "")).map(({ name }) => name);
    // A call does not wait for it: only authors are notified.
    const sources = words && data && accountId ? await data.knowledge.list(accountId, undefined) : undefined;
    const voices = words ? await this.#o.voicesOf?.(accountId) : undefined;
    const sounds = words && accountId ? await this.#o.soundsOf?.(accountId) : undefined;
    const hearsOnly = words ? await this.#o.hearsOnlyOf?.(accountId) : undefined;
    const documentFacts: DocumentFacts = {
      allow,
      ...(secrets !== undefined && { secrets }),
      ...(voices !== undefined && { voices }),
      ...(hearsOnly !== undefined && { hearsOnly }),
      ...(sounds !== undefined && { sounds }),
      ...(sources && { bases: passagesByBase(sources), ownSources: namesByOwnBase(sources) }),
      ...(unread !== undefined && { unread }),
    };
    const flowRefs = new Map<string, FlowRef>();
    const resolve = async (id: string): Promise<string | undefined> => {
      if (data === undefined || accountId === undefined) return undefined;
      const fixed = links?.get(id);
      if (fixed !== undefined) return data.flows.text(fixed);
      const newest = id === "" ? undefined : await data.flows.newest(accountId, id);
      if (newest !== undefined) flowRefs.set(id, { flowId: newest.flowId, revision: newest.revision });
      return newest?.source;
    };
    return { known: documentFacts, resolve, found: flowRefs };
  }
}

function refOf({ id, revision }: Stored): FlowRef {
  return { flowId: id, revision };
}

function refusal(
  errors: readonly Diagnostic[],
  diagnostics: readonly Diagnostic[],
  isDocument: boolean,
): Fault {
  const [first] = errors;
  const number = errors.length === 1 ? "one error" : `${errors.length} errors`;
  const place = first === undefined ? "" : `, the first in line ${first.line}: ${first.message}`;
  const way = isDocument ? " Correct it, or store it with ?draft=true." : "";
  return new Fault("flow/invalid", `The flow has ${number}${place}.${way}`, { diagnostics });
}
