// Options from data: makes the options of a choice from a list in the flow's variables.

import type { WantedOption } from "../../understand/understanding.ts";
import { isValueMap, type Value } from "../../../value/value.ts";
import { own } from "../flow-state.ts";

/** Options that are offered: more than people can keep in mind. The rest of a longer list is left out. */
const optionsMax = 20;
const keysMax = 9;

/** List of texts, or of `{id, label, synonyms}`; other entries are left out. */
export function optionsFromData(value: Value): readonly WantedOption[] {
  if (!Array.isArray(value)) return [];
  const options = value.slice(0, optionsMax).flatMap((item: Value): Omit<WantedOption, "dtmf">[] => {
    if (typeof item === "string") return [{ id: item, label: item, synonyms: [] }];
    if (item === null || !isValueMap(item)) return [];
    const id = own(item, "id");
    if (typeof id !== "string") return [];
    const label = own(item, "label");
    const synonyms = own(item, "synonyms");
    return [
      {
        id,
        label: typeof label === "string" ? label : id,
        synonyms: Array.isArray(synonyms)
          ? synonyms.filter((one): one is string => typeof one === "string")
          : [],
      },
    ];
  });
  return options.map((option, index) => (index < keysMax ? { ...option, dtmf: String(index + 1) } : option));
}
