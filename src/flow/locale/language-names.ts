// Language names: languages as people call them, by the primary subtag of their BCP 47 tag.

const names = new Intl.DisplayNames("en", { type: "language" });

export const primary = (tag: string): string => (tag.split("-")[0] ?? tag).toLowerCase();

/** How the author of a flow and its callers are told that the built-in recogniser hears another language; follows "is". */
export function unheardLanguage(spoken: string, heard: string): string {
  return `${nameOf(spoken)}: the built-in ears hear ${nameOf(heard)}`;
}

const nameOf = (tag: string): string => names.of(primary(tag)) ?? tag;
