// Library contents: a flow's imports from libraries, written into the flow itself.

import { type Fields, fieldsOf, isEmpty, isFields, isList, listOf, put } from "../edit/data-at-path.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";

const dictionaries = ["types", "tools", "handlers", "hours", "knowledge", "pronounce"];
const lists = ["hooks", "secrets"];

/**
 * The flow with all that the libraries bring, or undefined where that would say something else: a library speaks another
 * language, includes others, or has a name that the flow has too.
 */
export function withContents(flow: Fields, libraries: readonly Fields[]): Fields | undefined {
  let whole = flow;
  for (const library of libraries) {
    if (library.get("kind") !== "library" || library.has("include")) return undefined;
    if (library.get("language") !== flow.get("language")) return undefined;
    const added = withLibrary(whole, library);
    if (added === undefined) return undefined;
    whole = added;
  }
  return whole;
}

function withLibrary(flow: Fields, library: Fields): Fields | undefined {
  let whole: Plain = flow;
  for (const section of dictionaries) {
    const flowEntries = fieldsOf(fieldsOf(whole).get(section));
    for (const [name, each] of fieldsOf(library.get(section))) {
      if (flowEntries.has(name)) return undefined;
      whole = put(whole, [section, name], each);
    }
  }
  for (const section of lists) {
    const flowItems = listOf(fieldsOf(whole).get(section));
    const theirs = listOf(library.get(section)).filter((each) => !isList(each) && !flowItems.includes(each));
    const both = [...flowItems, ...theirs];
    if (!isEmpty(theirs)) whole = put(whole, [section], both);
  }
  return isFields(whole) ? whole : undefined;
}
