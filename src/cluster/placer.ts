// Placer: places sessions on the nodes known to this one, and remembers placements for some seconds.

import type { NodeRow } from "../../db/port/node-store.ts";
import type { Clock } from "../base/clock.ts";
import type { ClusterView } from "./cluster-view.ts";
import { hasRoom, place, type PlaceRequest } from "./place.ts";

export interface PlacerOptions {
  readonly clock: Pick<Clock, "now">;
  readonly node: { readonly id: string; readonly view: ClusterView };
  /** Region and version of this node: its sessions begin with them. */
  readonly region: string;
  readonly version: string;
  /** Random number from 0 to below 1. */
  readonly random: () => number;
}

const secondMs = 1_000;
/** Time after which a placed session has arrived and is in the figures of a beat. */
const rememberedSeconds = 10;

export class Placer {
  readonly #o: PlacerOptions;
  /** Sessions placed on each node per second of the clock; oldest first. */
  #seconds: { readonly second: number; readonly placed: Map<string, number> }[] = [];

  constructor(options: PlacerOptions) {
    this.#o = options;
  }

  /** Node for the next session, which counts as placed there; undefined: none has room. */
  place(region: string = this.#o.region): NodeRow | undefined {
    const chosen = place(this.#placingIn(region));
    if (chosen !== undefined) this.#note(chosen.id);
    return chosen;
  }

  /** Another node for a session without room here; undefined if there is room, or no node has any. */
  other(): NodeRow | undefined {
    const { node, region } = this.#o;
    const self = node.view.find(node.id);
    return self !== undefined && hasRoom(self, this.#placingIn(region)) ? undefined : this.place();
  }

  #placingIn(region: string): PlaceRequest {
    const { node, version, random } = this.#o;
    const lately = this.#lately();
    const placedLately = (id: string): number => lately.get(id) ?? 0;
    return { nodes: node.view.alive, region, version, placedLately, random };
  }

  #lately(): ReadonlyMap<string, number> {
    const from = this.#second - rememberedSeconds;
    this.#seconds = this.#seconds.filter(({ second }) => second > from);
    const sums = new Map<string, number>();
    for (const { placed } of this.#seconds)
      for (const [id, count] of placed) sums.set(id, (sums.get(id) ?? 0) + count);
    return sums;
  }

  #note(id: string): void {
    const second = this.#second;
    let last = this.#seconds.at(-1);
    if (last?.second !== second) this.#seconds.push((last = { second, placed: new Map() }));
    last.placed.set(id, (last.placed.get(id) ?? 0) + 1);
  }

  get #second(): number {
    return Math.floor(this.#o.clock.now() / secondMs);
  }
}
