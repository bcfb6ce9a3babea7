// Call plan: which flow runs and which engines it uses, decided before anything is written or opened.

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

/** Wishes of a client at the start of its call, over any transport. */
export interface CallRequest {
  readonly mode: "assistant" | "flow";
  /** A built-in flow's name, or the id of a stored one or of an assistant; undefined: the default assistant. */
  readonly programId: string | undefined;
  /** The stored flow of that id, once it is ready to run. */
  readonly flow?: StoredProgram | undefined;
  /** The account's own, for what is asked for without a flow. */
  readonly assistant?: ReadyAssistant | undefined;
  /** Choices of the account at the request of its session. */
  readonly choices?: ProviderChoices | undefined;
  /** How long it wants to have things kept. */
  readonly retention?: RetentionRules | undefined;
}

/** Numbers or names as a telephone network writes them. */
export interface CallParties {
  /** Undefined: it is withheld. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Everything that is decided before a session begins. */
export interface Plan {
  readonly request: CallRequest;
  /** Absent: no account pays for it or lists it. */
  readonly accountId: string | undefined;
  /** The API key that asked for it: revoking that ends the session. */
  readonly keyId: string | undefined;
  /** Absent: a language model answers, or the built-in flow that stands in for one. */
  readonly program: Program | undefined;
  readonly flowId: string | undefined;
  readonly flowRevision: number | undefined;
  /** Text of a stored flow, as it runs. */
  readonly flowText?: string | undefined;
  readonly providers: SessionProviders;
  readonly context: JsonObject;
  readonly metadata: JsonObject;
  /** Whether the call is recorded; undefined: as the deployment has it. */
  readonly record?: boolean | undefined;
  /** Direction of the call; undefined: the other side. */
  readonly direction?: "inbound" | "outbound" | undefined;
  /** The numbers of a telephone call; undefined: it is none. */
  readonly parties?: CallParties | undefined;
  /** The trace of the request that asked for the session. */
  readonly link?: SpanLink | undefined;
  /** Where a visitor has begun it; undefined: its account did. */
  readonly embed?: BegunInPage | undefined;
  /** Hashed subject of the call, as in the index of subjects. */
  readonly subjectHash?: string | undefined;
  /** Stored parts of the session, and their form; undefined: as it is said. */
  readonly kept: KeptParts;
  readonly redactText?: RedactText | undefined;
}

/** The account that asks; absent in an open engine. */
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
  /** A stored flow's text to its program, with all that its account has. */
  readonly reader: ProgramReader;
  readonly previews?: Pick<Previews, "find" | "fetch">;
  /** Absent: no account has an assistant of its own. */
  readonly assistants?: Pick<ReadyAssistants, "find">;
  /** Provider choices of an account. */
  readonly choicesOf: (accountId: string) => Promise<ProviderChoices>;
  /** The longest that anything is kept, and what accounts say about it; absent: everything is kept. */
  readonly retention?: {
    readonly days: RetentionDays;
    readonly rulesOf: (accountId: string) => Promise<RetentionRules | undefined>;
  };
  /** The engines of a session of this account, or of a session without one. */
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

  /** Makes the stored flow, or the account's assistant, ready to run. Rejects like `asked`. */
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
   * The same for a session that another process has begun: its flow as it was at that revision. Rejects like `asked`, also
   * when that revision is gone.
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
    // A node that dies has many sessions of few flows, which all come at once.
    return this.#again.do(JSON.stringify([mode, programId, revision, accountId]), async () => {
      const flow = await this.#stored.findAt(programId, revision, accountId);
      if (flow === undefined) throw StoredPrograms.unknown();
      return this.#chosen({ ...request, flow }, accountId);
    });
  }

  /** Read once for the whole session, so that nothing that follows waits for the store. */
  async #chosen(request: CallRequest, accountId: string | undefined): Promise<CallRequest> {
    if (accountId === undefined) return request;
    const { choicesOf, retention } = this.#o;
    const rules = retention?.rulesOf(accountId);
    return { ...request, choices: await choicesOf(accountId), retention: await rules };
  }

  /** `request`: as `prepare` made it. Throws `flow/not-found` and `provider/unusable`. */
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

  /** A flow as it was at a revision, for the start of the server. Undefined when it is gone or cannot run any more. */
  programAt(flowId: string, revision: number, accountId: string): Promise<Program | undefined> {
    return this.#stored.findNow(flowId, revision, accountId);
  }
}

/** Throws `flow/not-found` when there is no such program. */
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
