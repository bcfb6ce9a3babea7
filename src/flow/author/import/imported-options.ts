// Imported options: the choices of another system as options of ours.

import type { Plain } from "../../language/source/yaml-tree.ts";
import { normalised } from "../../language/model/normalised-phrase.ts";
import { withoutBraces } from "./imported-text.ts";
import { SafeNames } from "./safe-names.ts";

/** Options of a flow at most; callers choose among fewer. */
const optionsMax = 200;

/** Label → id. Labels that sound alike are one option. */
export function optionsOf(labels: readonly string[]): ReadonlyMap<string, string> {
  const names = new SafeNames("option");
  const heard = new Map<string, string>();
  const options = new Map<string, string>();
  for (const label of labels) {
    const sound = normalised(withoutBraces(label));
    if (sound === "" || options.size === optionsMax) continue;
    const known = heard.get(sound);
    const id = known ?? names.fresh(label);
    // The spoken form of an id is a name of it, too.
    heard.set(sound, id).set(normalised(id.replaceAll("_", " ")), id);
    options.set(label, id);
  }
  return options;
}

/** Label → id, as rows of `options`. */
export function optionRows(options: ReadonlyMap<string, string>): Plain {
  return [...Map.groupBy(options, ([, option]) => option)].map(
    ([option, labels]) =>
      new Map<string, Plain>([
        ["id", option],
        ["label", withoutBraces(labels[0]?.[0] ?? option).slice(0, 1_000)],
      ]),
  );
}
