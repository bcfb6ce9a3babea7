// Cover: the cheapest row of arcs that explains all words, so that the reading which leaves least unexplained wins.

import type { Arc } from "./arcs.ts";

interface State {
  readonly cost: number;
  readonly arc?: Arc;
  readonly before?: State;
  readonly mask: number;
}

const MOST_STATES = 12;

export function cover(arcs: readonly (readonly Arc[])[], names: readonly string[]): readonly Arc[] {
  const bits = new Map(names.map((name, at) => [name, 1 << (at % 30)]));
  const states: Map<number, State>[] = Array.from({ length: arcs.length + 1 }, () => new Map());
  states[0]?.set(0, { cost: 0, mask: 0 });
  for (const [at, from] of arcs.entries()) {
    let here = [...(states[at] as Map<number, State>).values()];
    if (here.length > MOST_STATES) here = here.sort((a, b) => a.cost - b.cost).slice(0, MOST_STATES);
    for (const arc of from) {
      const own = (arc.sets ?? []).reduce((sum, { name }) => sum | (bits.get(name) ?? 0), 0);
      for (const state of here) {
        // The same variable again is a correction, or a number of something else.
        // Variables are answered in their order.
        const cost =
          state.cost +
          arc.cost +
          ((state.mask & own) !== 0 &&
          arc.sets?.[0]?.fit.isEcho !== true &&
          typeof arc.sets?.[0]?.fit.value !== "boolean"
            ? state.arc?.kind === "mark"
              ? 0
              : 0.12
            : own > 0 && state.mask > own
              ? 0.004
              : 0);
        const mask = state.mask | own;
        const to = states[arc.end] as Map<number, State>;
        const other = to.get(mask);
        if (other === undefined || cost < other.cost - 1e-9) to.set(mask, { cost, arc, before: state, mask });
      }
    }
  }
  const best = [...(states[arcs.length] as Map<number, State>).values()].sort((a, b) => a.cost - b.cost)[0];
  const path: Arc[] = [];
  for (let state: State | undefined = best; state?.arc !== undefined; state = state.before)
    path.unshift(state.arc);
  return path;
}
