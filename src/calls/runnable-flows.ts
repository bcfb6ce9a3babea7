// Runnable flows: programs of stored flows, by id.

import type { StoredFlow } from "../../db/port/flow-store.ts";
import type { AccountData, Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";
import { SingleFlight } from "../base/shared-work/single-flight.ts";
import type { FlowReader } from "../cloud/flow-reader.ts";
import type { Program } from "../flow/language/program.ts";

/** Compiles stored texts to programs. */
export type ProgramReader = Pick<FlowReader, "program" | "programNow">;

export interface StoredProgram {
  readonly program: Program;
  readonly revision: number;
  readonly source: string;
}

/** Programs kept ready, and characters of their texts; a revision never changes. */
const readyMax = { programs: 200, chars: 16 * 1_024 * 1_024 };

interface Ready {
  readonly program: Program;
  readonly chars: number;
}

type FlowsOf = Pick<Store, "of" | "flows">;

export class StoredPrograms {
  readonly #store: FlowsOf;
  readonly #reader: ProgramReader;
  /** Ready flows by flow and revision, in the order of use. */
  readonly #ready = new Map<string, Ready>();
  readonly #loading = new SingleFlight<Program>();
  #chars = 0;

  constructor(store: FlowsOf, reader: ProgramReader) {
    this.#store = store;
    this.#reader = reader;
  }

  /** True for the id of a stored flow, false for a built-in name. */
  static named(programId: string | undefined): programId is string {
    return programId?.startsWith("flow_") ?? false;
  }

  /** Fault for a built-in name in place of a stored flow's id. */
  static builtIn(name: string): Fault {
    const message =
      `"${name}" is a built-in flow, which no account has: call it with /ws?mode=flow&program_id=${name} or ` +
      `/offer?mode=flow&program_id=${name}, or store a flow of your own with POST /v1/flows.`;
    return new Fault("flow/not-found", message);
  }

  static unknown(): Fault {
    return new Fault("flow/not-found", "There is no such flow in this account: GET /v1/flows lists them.");
  }

  /**
   * Program of a flow; without an account, of any account's. Rejects with `flow/not-found`, and `flow/invalid` for one
   * that cannot run.
   */
  async find(flowId: string, accountId: string | undefined): Promise<StoredProgram> {
    const flow = await this.#flowsOf(accountId).live({ accountId, flowId });
    if (flow === undefined) throw StoredPrograms.unknown();
    const key = keyOf(flowId, flow.revision);
    const ready = this.#ready.get(key);
    const program = ready?.program ?? (await this.#load(key, flow));
    this.#keep(key, { program, chars: flow.source.length });
    return { program, revision: flow.revision, source: flow.source };
  }

  /** At a revision; undefined if that is deleted. Rejects with `flow/invalid` if it can no longer run. */
  async findAt(
    flowId: string,
    revision: number,
    accountId: string | undefined,
  ): Promise<StoredProgram | undefined> {
    const flows = this.#flowsOf(accountId);
    const flow = await flows.find({ accountId, flowId });
    const source = await flows.text({ flowId, revision });
    if (flow === undefined || source === undefined) return undefined;
    const key = keyOf(flowId, revision);
    const program = this.#ready.get(key)?.program ?? (await this.#load(key, { ...flow, revision, source }));
    this.#keep(key, { program, chars: source.length });
    return { program, revision, source };
  }

  /** At a revision, read in this thread: for the server's start. Undefined if it is deleted or can no longer run. */
  async findNow(flowId: string, revision: number, accountId: string): Promise<Program | undefined> {
    const flows = this.#flowsOf(accountId);
    const flow = await flows.find({ accountId, flowId });
    const source = await flows.text({ flowId, revision });
    if (flow === undefined || source === undefined) return undefined;
    const key = keyOf(flowId, revision);
    try {
      const ready = this.#ready.get(key)?.program;
      const program = ready ?? (await this.#reader.programNow({ ...flow, revision, source }));
      this.#keep(key, { program, chars: source.length });
      return program;
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }

  #flowsOf(accountId: string | undefined): AccountData["flows"] {
    return (accountId === undefined ? this.#store : this.#store.of(accountId)).flows;
  }

  /** Once for all calls that begin meanwhile. */
  #load(key: string, flow: StoredFlow): Promise<Program> {
    return this.#loading.do(key, async () => (await this.#reader.program(flow)).program);
  }

  #keep(key: string, ready: Ready): void {
    this.#drop(key);
    this.#ready.set(key, ready);
    this.#chars += ready.chars;
    for (const oldest of this.#ready.keys()) {
      if (this.#ready.size <= readyMax.programs && this.#chars <= readyMax.chars) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#chars -= this.#ready.get(key)?.chars ?? 0;
    this.#ready.delete(key);
  }
}

function keyOf(flowId: string, revision: number): string {
  return `${flowId}/${revision}`;
}
