// Session nodes: two nodes on one store and one clock, of which the first can be killed, and the conversation of a
// caller over both.

import type { NewDelivery } from "../../../db/port/outbox-store.ts";
import type { SessionPlace } from "../../../db/port/session-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { Fault } from "../../../src/base/fault.ts";
import type { ToolWork } from "../../../src/flow/engine/outside-work.ts";
import type { ToolOutcome } from "../../../src/flow/engine/run/step-contract.ts";
import type { CallEvent } from "../../../src/voice/call-event.ts";
import type { FakeLine } from "./fake-line.ts";
import { programOf } from "./flow-talk.ts";
import { account, SessionBench, type SessionBenchOptions } from "./session-bench.ts";
import { aroundOperations } from "../stores/around-operations.ts";
import type { StoredRow } from "../stores/stored-data.ts";

export interface NodesOptions extends Pick<
  SessionBenchOptions,
  "llm" | "micros" | "sharedMicrosPerMinute" | "storeWait" | "traces"
> {
  /** The called flow; absent: an assistant. */
  readonly flow?: string;
  /** Answers of tools, by node. */
  readonly tool?: (work: ToolWork, node: string) => Promise<ToolOutcome>;
}

/** A shared store, which a dead or cut-off node does not reach. */
function sharedStore(store: Store, isCut: () => boolean): Store {
  const reached = aroundOperations(store, (name, operation) =>
    name.startsWith("sessions.") && isCut()
      ? Promise.reject(new Error("The node does not reach its store"))
      : operation(),
  );
  return { ...reached, isShared: true };
}

export class SessionNodes implements AsyncDisposable {
  n1!: SessionBench;
  n2!: SessionBench;
  /** Requests to tools, with their nodes. */
  readonly asked: { readonly node: string; readonly tool: string; readonly key: string }[] = [];
  /** Events for hooks, in order. */
  readonly hooks: { readonly type: string; readonly seq: number; readonly data: unknown }[] = [];
  /** Called while a node looks up the home of a session. */
  meanwhile: () => Promise<unknown> = () => Promise.resolve();
  /** Nodes that do not reach the store. */
  readonly #cut = new Set<string>();
  /** Nodes that answer. */
  readonly #alive = new Set(["n1", "n2"]);
  readonly #flow: string | undefined;

  /** Uses the run's kind of store. */
  static async open(options: NodesOptions = {}): Promise<SessionNodes> {
    const nodes = new SessionNodes(options);
    nodes.n1 = await nodes.#open("n1", options);
    nodes.n2 = await nodes.#open("n2", options, nodes.n1);
    return nodes;
  }

  private constructor({ flow }: NodesOptions) {
    this.#flow = flow;
  }

  #open(at: string, { flow, tool, ...options }: NodesOptions, beside?: SessionBench): Promise<SessionBench> {
    const program = flow === undefined ? undefined : programOf(flow);
    return SessionBench.open({
      ...options,
      at,
      ...(beside && { beside }),
      ...(program && { programs: new Map([["flow", program]]) }),
      outside: {
        keep: () => Promise.resolve("rec_1"),
        search: () => Promise.resolve(undefined),
        toolsOf: () => (work) => {
          this.asked.push({ node: at, tool: work.tool, key: work.idempotencyKey });
          return tool?.(work, at) ?? Promise.resolve({ ok: false, failure: { kind: "network" } });
        },
      },
      around: (store) => sharedStore(store, () => this.#cut.has(at)),
      elsewhere: (place) => this.#elsewhere(place),
      hooks: {
        targetsOf: () =>
          Promise.resolve([
            {
              url: "https://hooks.example.com/",
              signer: "hook_1",
              events: ["session.started", "session.ended", "turn.completed", "node.entered"],
            },
          ]),
        sealed: (event) => event,
        ...this.#outbox(at),
      },
    });
  }

  /** Events for hooks wait for a moment, as in the delivery; those of a dying node are lost. */
  #outbox(at: string): Pick<NonNullable<SessionBenchOptions["hooks"]>, "enqueue" | "flush"> {
    let waiting: SessionNodes["hooks"][number][] = [];
    const flush = (): Promise<void> => {
      if (!this.#cut.has(at)) this.hooks.push(...waiting.splice(0));
      return Promise.resolve();
    };
    return {
      enqueue: (delivery) => {
        waiting = this.#alive.has(at) ? [...waiting, hookOf(delivery)] : [];
        this.n1.clock.after(250, () => void flush());
      },
      flush,
    };
  }

  /** Like the routes: asks a living node to release the session, and skips a dead one. */
  async #elsewhere({ id, home }: SessionPlace): Promise<void> {
    await this.meanwhile();
    if (home === null || !this.#alive.has(home)) return;
    const bench = home === "n1" ? this.n1 : this.n2;
    if (await bench.sessions.release(id)) return;
    throw new Fault("calls/limit", "The other node does not let it go.");
  }

  /** Later actions of this node have no effect. */
  kill(node = "n1"): void {
    this.#alive.delete(node);
    this.#cut.add(node);
  }

  /** Neither the store nor other nodes can be reached from the node; it continues its calls. */
  cutOff(node = "n1"): void {
    this.kill(node);
  }

  /** The node reaches the store again. */
  mend(node = "n1"): void {
    this.#cut.delete(node);
    this.#alive.add(node);
  }

  async start(): Promise<string> {
    const request =
      this.#flow === undefined
        ? ({ mode: "assistant", programId: undefined } as const)
        : ({ mode: "flow", programId: "flow" } as const);
    const asked = { accountId: account, request, context: {}, metadata: { ref: "42" } };
    return (await this.n1.sessions.start(asked)).token;
  }

  /** The row as it is written now. */
  async row(): Promise<StoredRow<"sessions">> {
    return (await this.n1.data.rows("sessions"))[0]!;
  }

  pass(ms: number): Promise<void> {
    return this.n1.clock.advance(ms);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.n2.stop();
    await this.n1.settled();
    await this.n1[Symbol.asyncDispose]();
  }
}

function hookOf({ body }: NewDelivery): SessionNodes["hooks"][number] {
  const { type, seq, data } = JSON.parse(body) as SessionNodes["hooks"][number];
  return { type, seq, data };
}

/** The caller types, and the awaited effect has happened afterwards. */
export async function type(nodes: SessionNodes, line: FakeLine, text: string, ms = 4_000): Promise<void> {
  line.call?.input({ type: "text", text, interrupt: true, speak: true });
  await nodes.pass(ms);
}

/** All sentences that began on a line. */
export function saidOn(line: FakeLine): string {
  const said = (event: CallEvent): string[] =>
    event.type === "sentence" && event.status === "new" ? [event.text] : [];
  return line.events.flatMap(said).join(" ");
}

/** A conversation at the first node, which was heard completely. */
export async function talking(nodes: SessionNodes, words: readonly string[] = []) {
  const token = await nodes.start();
  const line = await nodes.n1.join(token);
  await nodes.pass(3_000);
  for (const each of words) await type(nodes, line, each, 3_000);
  return { token, line };
}
