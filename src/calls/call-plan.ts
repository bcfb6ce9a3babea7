// Call plan: the flow and the engines of a call, decided before anything is written or opened.

import type { Store } from "../../db/port/store.ts";
import type { BegunInPage } from "../../db/port/session-store.ts";
import type { RetentionRules } from "../../db/port/retention-store.ts";
import type { JsonObject } from "../../db/port/stored-rows.ts";
import { Fault } from "../base/fault.ts";
import { SingleFlight } from "../base/shared-work/single-flight.ts";
import { assistantNotFound, isAssistantId } from "../cloud/account-assistant.ts";
import type { ProviderChoices } from "../cloud/account-providers.ts";
import { everythingKept, type KeptParts, keptFor, type RetentionDays } from "../cloud/account-retention.ts";
import type { Program } from "../flow/language/program.ts";
import type { SpanLink } from "../trace/span.ts";
import type { Programs } from "./built-in-programs.ts";
import type { Previews } from "./flow-previews.ts";
import { type ProgramReader, type StoredProgram, StoredPrograms } from "./runnable-flows.ts";
import type { ReadyAssistant, ReadyAssistants } from "./ready-assistants.ts";
import type { ProviderAsker, SessionProviders } from "./session-providers.ts";
import { type RedactText, textRedaction } from "./text-redaction.ts";

/** A client's request at the start of its call, over any transport. */
export interface CallRequest {
  readonly mode: "assistant" | "flow";
  /** Name of a built-in flow, or id of a stored one or of an assistant; undefined: the default assistant. */
  readonly programId: string | undefined;
  /** Stored flow of that id, ready to run. */
  readonly flow?: StoredProgram | undefined;
  /** The account's own assistant, for requests without a flow. */
  readonly assistant?: ReadyAssistant | undefined;
  /** Choices of the account at the session's request. */
  readonly choices?: ProviderChoices | undefined;
  /** Retention times of the account. */
  readonly retention?: RetentionRules | undefined;
}

/** Numbers or names in a telephone network's form. */
export interface CallParties {
  /** Undefined: withheld. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Decisions before a session begins. */
export interface Plan {
  readonly request: CallRequest;
  /** Absent: no account pays for the call or lists it. */
  readonly accountId: string | undefined;
  /** API key of the request: revoking it ends the session. */
  readonly keyId: string | undefined;
  /** Absent: a language model answers, or the built-in flow that replaces one. */
  readonly program: Program | undefined;
  readonly flowId: string | undefined;
  readonly flowRevision: number | undefined;
  /** Text of a stored flow, as it runs. */
  readonly flowText?: string | undefined;
  readonly providers: SessionProviders;
  readonly context: JsonObject;
  readonly metadata: JsonObject;
  /** Recording of the call; undefined: the server's default. */
  readonly record?: boolean | undefined;
  /** Direction of the call; undefined: unknown. */
  readonly direction?: "inbound" | "outbound" | undefined;
  /** The numbers of a telephone call; undefined: it is none. */
  readonly parties?: CallParties | undefined;
  /** Trace of the request for the session. */
  readonly link?: SpanLink | undefined;
  /** Embed of a visitor's session; undefined: begun by its account. */
  readonly embed?: BegunInPage | undefined;
  /** Hashed subject of the call, as in the index of subjects. */
  readonly subjectHash?: string | undefined;
  /** Stored parts of the session, and their form; undefined: unchanged. */
  readonly kept: KeptParts;
  readonly redactText?: RedactText | undefined;
}

/** Requesting account; absent in an open engine. */
export interface Asker {
  readonly accountId?: string | undefined;
  readonly keyId?: string | undefined;
}

export interface SessionContext extends Pick<
  Plan,
  "context" | "metadata" | "record" | "direction" | "parties" | "link" | "subjectHash" | "embed"
> {}

export interface PlannerOptions {
  readonly store: Pick<Store, "of" | "flows">;
  /** The built-in flows by name. */
  readonly programs: Programs;
  /** Compiles a stored flow's text, with the account's own parts. */
  readonly reader: ProgramReader;
  readonly previews?: Pick<Previews, "find" | "fetch">;
  /** Absent: no account has an assistant of its own. */
  readonly assistants?: Pick<ReadyAssistants, "find">;
  /** Provider choices of an account. */
  readonly choicesOf: (accountId: string) => Promise<ProviderChoices>;
  /** Longest retention, and the accounts' settings; absent: everything is stored. */
  readonly retention?: {
    readonly days: RetentionDays;
    readonly rulesOf: (accountId: string) => Promise<RetentionRules | undefined>;
  };
  /** Engines of a session of this account, or without one. */
  readonly providersOf: (asker: ProviderAsker) => SessionProviders;
}

export class Planner {
  readonly #o: PlannerOptions;
  readonly #stored: StoredPrograms;
  readonly #again = new SingleFlight<CallRequest>();

  constructor(options: PlannerOptions) {
    this.#o = options;
    this.#stored = new StoredPrograms(options.store, options.reader);
  }

  /**
   * Plan of a session that an account requests. Rejects with `flow/not-found` and `flow/invalid`, or
   * `assistant/not-found` and `assistant/invalid`.
   */
  async asked(flowId: string | undefined, accountId: string): Promise<CallRequest> {
    if (flowId === undefined || isAssistantId(flowId))
      return this.prepare({ mode: "assistant", programId: flowId }, accountId);
    if (!StoredPrograms.named(flowId))
      throw this.#o.programs.has(flowId) ? StoredPrograms.builtIn(flowId) : StoredPrograms.unknown();
    return this.prepare({ mode: "flow", programId: flowId }, accountId);
  }

  /** Prepares the stored flow, or the account's assistant. Rejects like `asked`. */
  async prepare(request: CallRequest, accountId: string | undefined): Promise<CallRequest> {
    const { programId } = request;
    if (request.mode === "assistant" && accountId !== undefined) {
      const assistant = await this.#o.assistants?.find(accountId, programId);
      return this.#chosen({ ...request, assistant }, accountId);
    }
    if (isAssistantId(programId)) throw assistantNotFound();
    if (request.mode === "flow" && programId !== undefined) await this.#o.previews?.fetch(programId);
    if (!StoredPrograms.named(programId)) return this.#chosen(request, accountId);
    return this.#chosen({ ...request, flow: await this.#stored.find(programId, accountId) }, accountId);
  }

  /**
   * Plan of a session begun by another process: its flow at that revision. Rejects like `asked`, also if that revision
   * is gone.
   */
  async prepareAgain(
    request: CallRequest,
    {
      accountId,
      revision,
    }: { readonly accountId: string | undefined; readonly revision: number | undefined },
  ): Promise<CallRequest> {
    const { mode, programId } = request;
    if (revision === undefined || !StoredPrograms.named(programId)) return this.prepare(request, accountId);
    // A dead node's many sessions of few flows come all at once.
    return this.#again.do(JSON.stringify([mode, programId, revision, accountId]), async () => {
      const flow = await this.#stored.findAt(programId, revision, accountId);
      if (flow === undefined) throw StoredPrograms.unknown();
      return this.#chosen({ ...request, flow }, accountId);
    });
  }

  /** Read once for the whole session, so that later steps do not wait for the store. */
  async #chosen(request: CallRequest, accountId: string | undefined): Promise<CallRequest> {
    if (accountId === undefined) return request;
    const { choicesOf, retention } = this.#o;
    const rules = retention?.rulesOf(accountId);
    return { ...request, choices: await choicesOf(accountId), retention: await rules };
  }

  /** `request`: from `prepare`. Throws `flow/not-found` and `provider/unusable`. */
  plan(request: CallRequest, { accountId, keyId }: Asker, given: SessionContext = nothing): Plan {
    const { programs, previews, providersOf, retention } = this.#o;
    const { programId, flow, assistant, choices } = request;
    const program = flow?.program ?? previews?.find(programId, accountId) ?? programOf(request, programs);
    const chosen = providersOf({
      accountId,
      choices,
      language: program?.language,
      stt: program?.stt,
      ...(program === undefined ? { model: assistant?.model, voice: assistant?.voice } : {}),
    });
    const kept =
      retention === undefined ? everythingKept : keptFor(retention.days, request.retention, program);
    return {
      request,
      accountId,
      keyId,
      program,
      flowId: programId,
      flowRevision: flow?.revision,
      flowText: flow?.source,
      providers: chosen,
      context: given.context,
      metadata: given.metadata,
      record: given.record,
      direction: given.direction,
      parties: given.parties,
      link: given.link,
      embed: given.embed,
      subjectHash: given.subjectHash,
      kept,
      redactText: textRedaction(kept.redact, program, chosen.voice?.language),
    };
  }

  /** A flow at a revision, for the server's start. Undefined if it is gone or can no longer run. */
  programAt(flowId: string, revision: number, accountId: string): Promise<Program | undefined> {
    return this.#stored.findNow(flowId, revision, accountId);
  }
}

/** Throws `flow/not-found` if there is no such program. */
export function programOf(request: CallRequest, programs: Programs): Program | undefined {
  if (request.mode === "assistant") return undefined;
  const program = programs.get(request.programId ?? "");
  if (program !== undefined) return program;
  const names = [...programs.keys()].join(", ");
  throw new Fault(
    "flow/not-found",
    `There is no flow "${request.programId}": the built-in ones are ${names}`,
  );
}

const nothing: SessionContext = { context: {}, metadata: {} };
