// Cover: the cheapest row of arcs that explains all words, so that the reading with the fewest unexplained words wins.

import type { Arc } from "./scene.ts";

interface State {
  readonly cost: number;
  readonly arc?: Arc;
  readonly before?: State;
  /** Bits of the variables that are set. */
  readonly mask: number;
}

const STATES_MAX = 12;

export function cover(arcs: readonly (readonly Arc[])[], names: readonly string[]): readonly Arc[] {
  const bits = new Map(names.map((name, at) => [name, 1 << (at % 30)]));
  const states: Map<number, State>[] = Array.from({ length: arcs.length + 1 }, () => new Map());
  states[0]?.set(0, { cost: 0, mask: 0 });
  for (const [at, from] of arcs.entries()) {
    const here = cheapest(states[at]);
    for (const arc of from) {
      const arcMask = (arc.sets ?? []).reduce((sum, { name }) => sum | (bits.get(name) ?? 0), 0);
      const to = states[arc.end];
      if (to === undefined) continue;
      for (const state of here) keep(to, after(state, arc, arcMask));
    }
  }
  const path: Arc[] = [];
  for (let state = cheapest(states.at(-1))[0]; state?.arc !== undefined; state = state.before)
    path.unshift(state.arc);
  return path;
}

function cheapest(states: ReadonlyMap<number, State> | undefined): readonly State[] {
  return [...(states?.values() ?? [])].sort((a, b) => a.cost - b.cost).slice(0, STATES_MAX);
}

function after(state: State, arc: Arc, arcMask: number): State {
  const cost = state.cost + arc.cost + repeated(state, arc, arcMask);
  return { cost, arc, before: state, mask: state.mask | arcMask };
}

function keep(states: Map<number, State>, state: State): void {
  const other = states.get(state.mask);
  if (other === undefined || state.cost < other.cost - 1e-9) states.set(state.mask, state);
}

/**
 * Cost of setting a variable again, which is a correction, or a number of something else; and callers answer variables
 * in their order.
 */
function repeated({ mask, arc: last }: State, { sets }: Arc, arcMask: number): number {
  const fit = sets?.[0]?.fit;
  if ((mask & arcMask) !== 0 && fit?.isEcho !== true && typeof fit?.value !== "boolean")
    return last?.kind === "mark" ? 0 : 0.12;
  return arcMask > 0 && mask > arcMask ? 0.004 : 0;
}
