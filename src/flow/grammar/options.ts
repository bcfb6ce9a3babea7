// Options of a choice: named, named in part, or by their place.

import { type Arc, readingsAt, type ReadySlot, type Scene, startsAt, textAt } from "./scene.ts";
import type { Fit } from "./variables.ts";

interface Named {
  readonly start: number;
  readonly end: number;
  readonly id: string;
  readonly cost: number;
}

export function optionArcs(scene: Scene, { variable, order, isAsked }: ReadySlot): readonly Arc[] {
  const options = variable.options ?? [];
  const arc = ({ start, end, cost }: Named, fit: Fit): Arc => ({
    start,
    end,
    kind: "value",
    cost,
    sets: [{ name: variable.name, fit }],
  });
  const seen: Named[] = [];
  const alone: Arc[] = [];
  options.forEach(({ id, label = id, synonyms = [] }, place) => {
    const names = [label, id.replaceAll("_", " "), ...synonyms].map((name) => scene.language.plain(name));
    for (const at of scene.tokens.keys()) {
      for (const name of names) {
        const end = endOf(scene, at, name);
        if (end !== undefined) seen.push({ start: at, end, id, cost: 0.1 });
        else if (isPart(scene, at, name)) seen.push({ start: at, end: at + 1, id, cost: 0.3 });
      }
      for (const { type, value: n, end, cost } of readingsAt(scene, at)) {
        if (type === "position" && (n === place + 1 || n === place - options.length))
          seen.push({ start: at, end, id, cost: 0.15 + cost });
        if (type === "number" && n === place + 1 && isAsked)
          alone.push(arc({ start: at, end, id, cost: 0.4 + cost }, { value: id, isAlone: true }));
      }
    }
  });
  return [
    ...alone,
    ...seen.map((each) => {
      const rivals = new Set(
        seen
          .filter(({ start, end, cost }) => start === each.start && end === each.end && cost <= each.cost)
          .map(({ id }) => id),
      );
      return arc(
        { ...each, cost: each.cost + order },
        rivals.size > 1 ? { values: [...rivals] } : { value: each.id },
      );
    }),
  ];
}

/** Where the name of an option ends that begins here: "the yearly one". */
function endOf(scene: Scene, at: number, name: readonly string[]): number | undefined {
  if (name.length === 0 || !startsAt(scene, at, name)) return undefined;
  const end = at + name.length;
  const isPronoun = scene.language.pronounSet.has(textAt(scene, end));
  return isPronoun && scene.tokens[end]?.isAfterBreak !== true ? end + 1 : end;
}

const isPart = ({ stems, language }: Scene, at: number, name: readonly string[]): boolean =>
  name.length > 1 &&
  name.some((word) => word.length > 3 && word === stems[at] && !language.besideSet.has(word));
