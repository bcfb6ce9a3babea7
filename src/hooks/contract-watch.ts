// Contract watch: adds the figures of ended calls to the window of their flow's revision. Hooks and metrics get each term
// that broke or is held again once, also when several nodes end calls.

import type { FlowRef } from "../../db/port/flow-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import { newId } from "../base/id.ts";
import type { Log } from "../base/log.ts";
import { GroupCommit } from "../base/shared-work/group-commit.ts";
import {
  type Contract,
  type ContractTerm,
  type MeasuredCall,
  windowCalls,
} from "../flow/value/contract-terms.ts";
import { type ContractChange, contractStep, readWindow, windowText } from "../flow/value/contract-window.ts";
import { accountEvent } from "./account-event.ts";
import type { HookDelivery } from "./delivery.ts";

/** Events by their names: a hook gets them only if it lists them. */
export const contractEvents = { broken: "contract.broken", held: "contract.held" } as const;

export interface ContractWatchOptions {
  readonly store: Pick<Store, "of">;
  readonly delivery: Pick<HookDelivery, "enqueue" | "flush">;
  readonly clock: Clock;
  readonly log: Log;
  /** Counts a change for the metrics. */
  readonly changed?: ((name: ContractTerm, to: ContractChange["to"]) => void) | undefined;
}

export interface EndedContractCall extends FlowRef {
  readonly accountId: string;
  readonly contract: Contract;
  readonly measured: MeasuredCall;
}

interface EndedTogether extends Omit<EndedContractCall, "measured"> {
  readonly calls: MeasuredCall[];
}

/** Calls that end within this time are written together. */
const gatherMs = 1_000;
/** Delay of the next attempt after a failure. */
const retryMs = 10_000;
/** Number of times that another node, which ends calls of the same flow, may come first. */
const triesMax = 8;

export class ContractWatch {
  readonly #o: ContractWatchOptions;
  #waiting = new Map<string, EndedTogether>();
  #timer: Disposable | undefined;
  /** One write at a time. Never rejects. */
  readonly #writes = new GroupCommit({ waits: () => this.#waiting.size > 0, write: () => this.#write() });

  constructor(options: ContractWatchOptions) {
    this.#o = options;
  }

  ended({ measured, ...of }: EndedContractCall): void {
    this.#add({ ...of, calls: [measured] });
    this.#wake(gatherMs);
  }

  /** Writes what waits; what cannot be written waits on. */
  flush(): Promise<void> {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    return this.#writes.flush();
  }

  /** The last write: what cannot be written now is lost. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.flush();
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
  }

  #add(more: EndedTogether): void {
    const key = `${more.flowId} ${more.revision}`;
    const calls = [...(this.#waiting.get(key)?.calls ?? []), ...more.calls].slice(-windowCalls);
    this.#waiting.set(key, { ...more, calls });
  }

  #wake(ms: number): void {
    this.#timer ??= this.#o.clock.after(ms, () => void this.flush());
  }

  async #write(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    this.#waiting = new Map();
    for (const ended of waiting) {
      try {
        await this.#take(ended);
      } catch (error) {
        this.#o.log.warn("contracts.unwritten", { flow: ended.flowId, error });
        this.#add(ended);
        this.#wake(retryMs);
      }
    }
  }

  async #take({ accountId, flowId, revision, contract, calls }: EndedTogether): Promise<void> {
    const { store, clock } = this.#o;
    const { flows } = store.of(accountId);
    const of = { flowId, revision };
    for (let tries = 0; tries < triesMax; tries++) {
      const before = await flows.contract(of);
      if (before === undefined) return;
      const at = clock.wall();
      const [window, changes] = contractStep(readWindow(before), { contract, calls, at });
      if (!(await flows.putContract(of, before, windowText(window)))) continue;
      if (changes.length > 0) await this.#tell({ accountId, flowId, revision }, changes, at);
      return;
    }
    throw new Error("Other nodes came first each time");
  }

  async #tell(
    { accountId, flowId, revision }: FlowRef & { readonly accountId: string },
    changes: readonly ContractChange[],
    at: number,
  ): Promise<void> {
    const { store, delivery, log, changed } = this.#o;
    const hooks = await store.of(accountId).hooks.list(accountId);
    for (const { name, to, bound, value, samples } of changes) {
      log.info(`contract.${to}`, { account: accountId, flow: flowId, revision, term: name });
      changed?.(name, to);
      const event = {
        type: contractEvents[to],
        accountId,
        about: `contract-${flowId}-${name}`,
        data: { flow: flowId, revision, term: name, bound, value, samples },
      };
      for (const each of accountEvent(event, { hooks, id: newId("msg", at), at })) delivery.enqueue(each);
    }
    await delivery.flush();
  }
}
