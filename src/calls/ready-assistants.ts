// Ready assistants: what a session without a flow uses of its account's assistant, its tools compiled.

import type { Store } from "../../db/port/store.ts";
import {
  abilitiesOf,
  type AssistantAbilities,
  readAssistant,
  type ToolDefinitions,
  toolFault,
} from "../cloud/account-assistant.ts";
import type { FlowReader } from "../cloud/flow-reader.ts";
import type { Program } from "../flow/language/program.ts";

export interface ReadyTools extends Omit<AssistantAbilities, "document"> {
  /** The flow that holds the HTTP tools; undefined: there are none. */
  readonly program: Program | undefined;
}

export interface ReadyAssistant {
  /** Undefined: the deployment's alone. */
  readonly systemPrompt: string | undefined;
  readonly tools: ReadyTools | undefined;
  /** Undefined: as the account's providers say. */
  readonly model: string | undefined;
  readonly voice: string | undefined;
}

/** Compiled tools that are kept, so that most calls wait for nothing. */
const programsMax = 200;

export class ReadyAssistants {
  readonly #store: Pick<Store, "of">;
  readonly #reader: Pick<FlowReader, "preview">;
  /** By account and document, the last made last. */
  readonly #programs = new Map<string, Program>();

  constructor(store: Pick<Store, "of">, reader: Pick<FlowReader, "preview">) {
    this.#store = store;
    this.#reader = reader;
  }

  /** Rejects with `assistant/invalid` where the operator forbids now what a tool was allowed when it was stored. */
  async find(accountId: string): Promise<ReadyAssistant> {
    const { systemPrompt, tools, model, voice } = await readAssistant(this.#store, accountId);
    return {
      systemPrompt: systemPrompt ?? undefined,
      tools: tools === null ? undefined : await this.#compiled(accountId, tools),
      model: model ?? undefined,
      voice: voice ?? undefined,
    };
  }

  async #compiled(accountId: string, definitions: ToolDefinitions): Promise<ReadyTools> {
    const { document, ...builtIn } = abilitiesOf(definitions);
    if (document === undefined) return { ...builtIn, program: undefined };
    const key = `${accountId} ${document}`;
    const program = this.#programs.get(key) ?? (await this.#load(document, accountId));
    this.#programs.delete(key);
    this.#programs.set(key, program);
    const [oldest] = this.#programs.keys();
    if (this.#programs.size > programsMax && oldest !== undefined) this.#programs.delete(oldest);
    return { ...builtIn, program };
  }

  async #load(document: string, accountId: string): Promise<Program> {
    try {
      return (await this.#reader.preview(document, accountId)).program;
    } catch (error) {
      throw toolFault(error);
    }
  }
}
