// Hook events of a call: call events in, hook events out. They come from the same facts as the transcript, so masked
// values are masked here too.

import type { JsonObject } from "../../db/port/stored-rows.ts";
import type { MadeOutcome } from "../calls/made-outcome.ts";
import type { HookEvent } from "./hook-event.ts";
import type { CallEvent } from "../voice/call-event.ts";

export type TellHooks = (event: HookEvent) => void;

type Ended = Extract<HookEvent, { type: "session.ended" }>;

/** State for the next process. */
export interface HooksSoFar {
  readonly turns: number;
  readonly caller: readonly string[];
  readonly agent: readonly string[];
  readonly outputs: Ended["outputs"];
}

const nothingMade = { summary: null, extracted: {} };

/** State of a session in its first turn. */
export const noTurns: HooksSoFar = { turns: 0, caller: [], agent: [], outputs: {} };

export class CallHooks {
  readonly #tell: TellHooks;
  #turns = 0;
  #caller: string[] = [];
  #agent: string[] = [];
  /** Running sentences of the reply. */
  #open = 0;
  #written = false;
  #outputs: Ended["outputs"] = {};

  /** `before`: events sent by another process; without it the session begins. */
  constructor(tell: TellHooks, before?: HooksSoFar) {
    this.#tell = tell;
    if (before === undefined) {
      tell({ type: "session.started" });
      return;
    }
    this.#turns = before.turns;
    this.#caller = [...before.caller];
    this.#agent = [...before.agent];
    this.#outputs = before.outputs;
  }

  get soFar(): HooksSoFar {
    return { turns: this.#turns, caller: this.#caller, agent: this.#agent, outputs: this.#outputs };
  }

  /** A transcript line; it comes before the event that it was made from. */
  line({ type, data }: { readonly type: string; readonly data: JsonObject }): void {
    const text = typeof data["text"] === "string" ? data["text"] : "";
    if (type === "caller") {
      // Keys and words without an answer between them belong together.
      if (this.#agent.length > 0) this.#complete();
      this.#caller.push(text);
    }
    if (type !== "agent") return;
    if (data["interrupted"] === true) this.#agent = [];
    if (text !== "") this.#agent.push(text);
  }

  take(event: CallEvent): void {
    switch (event.type) {
      case "flow-state":
        this.#tell({ type: "node.entered", node: event.state, previous: event.previous });
        return;
      case "flow-event":
        this.#tell({ type: "custom", name: event.name, data: event.data });
        return;
      case "transfer": {
        const { type: _, atMs: __, ...to } = event;
        this.#tell({ type: "session.transferring", ...to });
        return;
      }
      case "flow-ended":
        this.#outputs = { ...event.outputs };
        return;
      case "reply-started":
        this.#open = 0;
        this.#written = false;
        return;
      case "sentence":
        if (event.status === "new") this.#open += 1;
        if (event.status === "completed") this.#open -= 1;
        break;
      case "reply-written":
        this.#written = true;
        break;
      case "interrupted":
        this.#complete();
        return;
      default:
        return;
    }
    // The agent has finished.
    if (this.#written && this.#open === 0 && this.#agent.length > 0) this.#complete();
  }

  ended(ended: Omit<Ended, "type" | "outputs">): void {
    this.#complete();
    this.#tell({ type: "session.ended", ...ended, outputs: this.#outputs });
  }

  /** After the end. */
  summarised(made: MadeOutcome): void {
    const { summary, extracted } = made.state === "done" ? made : nothingMade;
    const why = made.state === "done" ? {} : { reason: made.reason };
    this.#tell({ type: "session.summarised", state: made.state, ...why, summary, extracted });
  }

  #complete(): void {
    if (this.#agent.length === 0 && this.#caller.length === 0) return;
    this.#turns += 1;
    const caller = this.#caller.length === 0 ? {} : { caller: this.#caller.join(" ") };
    const turn = { number: this.#turns, ...caller, agent: this.#agent.join(" ") };
    this.#caller = [];
    this.#agent = [];
    this.#tell({ type: "turn.completed", turn });
  }
}
