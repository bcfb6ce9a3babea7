// Imported options: the choices of another system as options of ours.

import type { Plain } from "../flow/language/source/yaml-tree.ts";
import { normalised } from "../flow/language/model/normalised-phrase.ts";
import { withoutBraces } from "./imported-text.ts";
import { SafeNames } from "./safe-names.ts";

/** Options of a flow at most; callers choose among fewer. */
const optionsMax = 200;

/** Label → id. Labels that sound alike are one option. */
export function optionsOf(
  labels: readonly string[],
  alike: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const names = new SafeNames("option");
  const heard = new Map<string, string>();
  const options = new Map<string, string>();
  for (const label of labels) {
    const sound = normalised(withoutBraces(label));
    if (sound === "" || options.size === optionsMax) continue;
    const heardId = heard.get(sound);
    const id = heardId ?? names.fresh(label);
    // The spoken form of an id is a name of it too.
    heard.set(sound, id).set(normalised(id.replaceAll("_", " ")), id);
    options.set(label, id);
  }
  for (const [value, label] of alike) {
    const id = options.get(label);
    if (id !== undefined && !options.has(value)) options.set(value, id);
  }
  return options;
}

/** Phone keys that may represent an option. */
const phoneKey = /^[0-9*#]$/;

/** Label → id, as rows of `options`: the first label of an option is spoken, others are understood too. */
export function optionRows(options: ReadonlyMap<string, string>): Plain {
  return [...Map.groupBy(options.keys(), (label) => options.get(label) ?? "")].map(([id, labels]) => {
    const [first = id, ...more] = labels.map((label) => withoutBraces(label).slice(0, 1_000));
    const row = new Map<string, Plain>([
      ["id", id],
      ["label", first],
    ]);
    const heard = new Set([normalised(first), normalised(id.replaceAll("_", " "))]);
    const others = more.filter((label) => {
      const sound = normalised(label);
      return !phoneKey.test(label) && sound !== "" && !heard.has(sound) && heard.add(sound);
    });
    if (others.length > 0) row.set("synonyms", others);
    const key = labels.find((label) => phoneKey.test(label));
    return key === undefined ? row : row.set("dtmf", key);
  });
}
