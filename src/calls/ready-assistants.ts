// Ready assistants: the account's assistants of sessions without a flow, with their tools compiled.

import type { Store } from "../../db/port/store.ts";
import {
  abilitiesOf,
  type AssistantAbilities,
  promptDocument,
  readAssistant,
  readDefaultAssistant,
  type ToolDefinitions,
  toolFault,
} from "../cloud/account-assistant.ts";
import { Fault } from "../base/fault.ts";
import type { FlowReader } from "../cloud/flow-reader.ts";
import type { Program } from "../flow/language/program.ts";

export interface ReadyTools extends Omit<AssistantAbilities, "document"> {
  /** Flow with the HTTP tools; undefined: none. */
  readonly program: Program | undefined;
}

export interface ReadyAssistant {
  /** Undefined: only the server's. */
  readonly systemPrompt: string | undefined;
  /** Flow whose persona is the prompt, if the prompt has expressions. */
  readonly prompt: Program | undefined;
  readonly tools: ReadyTools | undefined;
  /** Undefined: from the account's providers. */
  readonly model: string | undefined;
  readonly voice: string | undefined;
}

/** Compiled tools and prompts kept, so that most calls wait for nothing. */
const programsMax = 200;

export class ReadyAssistants {
  readonly #store: Pick<Store, "of">;
  readonly #reader: Pick<FlowReader, "preview">;
  /** Programs by account and document, in the order of compilation. */
  readonly #programs = new Map<string, Program>();

  constructor(store: Pick<Store, "of">, reader: Pick<FlowReader, "preview">) {
    this.#store = store;
    this.#reader = reader;
  }

  /**
   * Assistant of this id, or the default one. Rejects with `assistant/not-found`, and with `assistant/invalid` if the
   * operator now forbids something that a stored tool needs.
   */
  async find(accountId: string, id: string | undefined): Promise<ReadyAssistant> {
    const { systemPrompt, tools, model, voice } =
      id === undefined
        ? await readDefaultAssistant(this.#store, accountId)
        : await readAssistant(this.#store, { accountId, id });
    return {
      systemPrompt: systemPrompt ?? undefined,
      prompt: systemPrompt === null ? undefined : await this.#promptOf(accountId, systemPrompt),
      tools: tools === null ? undefined : await this.#compiled(accountId, tools),
      model: model ?? undefined,
      voice: voice ?? undefined,
    };
  }

  async #compiled(accountId: string, definitions: ToolDefinitions): Promise<ReadyTools> {
    const { document, ...builtIn } = abilitiesOf(definitions);
    if (document === undefined) return { ...builtIn, program: undefined };
    try {
      return { ...builtIn, program: await this.#programOf(accountId, document) };
    } catch (error) {
      throw toolFault(error);
    }
  }

  /** A prompt older than expressions, with braces of its own, is read unchanged. */
  async #promptOf(accountId: string, prompt: string): Promise<Program | undefined> {
    const document = promptDocument(prompt);
    if (document === undefined) return undefined;
    try {
      return await this.#programOf(accountId, document);
    } catch (error) {
      if (error instanceof Fault && error.code === "flow/invalid") return undefined;
      throw error;
    }
  }

  async #programOf(accountId: string, document: string): Promise<Program> {
    const key = `${accountId} ${document}`;
    const program = this.#programs.get(key) ?? (await this.#reader.preview(document, accountId)).program;
    this.#programs.delete(key);
    this.#programs.set(key, program);
    const [oldest] = this.#programs.keys();
    if (this.#programs.size > programsMax && oldest !== undefined) this.#programs.delete(oldest);
    return program;
  }
}
