// References of Amazon Connect: the paths in its texts, as names in braces, and those known without a variable.

import type { Fields } from "../export-data.ts";
import type { SourceBuiltIn } from "../source-flow.ts";

/** The other party is the caller, or the callee if the flow calls. */
const otherAddress = "(session.to if session.direction == 'outbound' else session.from)";
const ownAddress = "(session.from if session.direction == 'outbound' else session.to)";

const builtIns: ReadonlyMap<string, SourceBuiltIn> = new Map([
  ["CustomerEndpoint.Address", { expression: otherAddress }],
  ["SystemEndpoint.Address", { expression: ownAddress }],
  ["ContactId", { expression: "session.id" }],
  ["InitialContactId", { expression: "session.id" }],
  [
    "Channel",
    {
      expression: "text(session.channel)",
      text: "{{ session.channel }}",
      note: "callers who type have the value text there",
    },
  ],
  ["LanguageCode", { expression: "session.language" }],
  ["InitiationMethod", { expression: "text(session.direction)", text: "{{ session.direction }}" }],
]);

export function connectBuiltIn(name: string): SourceBuiltIn | undefined {
  return builtIns.get(name);
}

const path = /\$((?:\.[A-Za-z_]\w*|\['[^'\]]{1,80}'\]|\["[^"\]]{1,80}"\])+)/g;

/** A text with `$.Attributes.name` and `$['Attributes']['name']` as names in braces. */
export function withNames(text: string): string {
  return text.replaceAll(path, (_, reference: string) => `{{${nameOf(reference)}}}`);
}

/** The name of one path; undefined where the text is no path alone. */
export function referenceIn(text: string): string | undefined {
  const [whole, reference = ""] = [...text.trim().matchAll(path)][0] ?? [];
  return whole === text.trim() ? nameOf(reference) : undefined;
}

function nameOf(reference: string): string {
  const parts = [...reference.matchAll(/\.(\w+)|\[['"]([^\]]*)['"]\]/g)].map(
    (part) => part[1] ?? part[2] ?? "",
  );
  // Attributes of a flow and of its contact are one memory here.
  return parts
    .filter((part) => part !== "")
    .join(".")
    .replace(/^FlowAttributes\./, "Attributes.");
}

/** The names in all texts of an export. */
export function namesIn(data: Fields): readonly string[] {
  return data.words().flatMap((text) => [...text.matchAll(path)].map((match) => nameOf(match[1] ?? "")));
}

/** Variables take their last name. */
export function shortName(name: string): string {
  return name
    .replace(/^(?:Attributes|External)\./, "")
    .replace(/^Input\./, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2");
}

/** Text of SSML, without its tags. */
export function withoutTags(text: string): string {
  return text
    .replaceAll(/<[^<>]{0,200}>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
