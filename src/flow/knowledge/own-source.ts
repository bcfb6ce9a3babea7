// Own source: a page or a file named in a flow's knowledge, and the account's base that holds it.

import type { Passage } from "./passage.ts";

/** Source of a flow's answers. */
export type KnowledgeSource =
  /** A base of its account. */
  | { readonly base: string }
  | {
      /** Passages of the flow's own document, in the flow's language. */
      readonly passages: readonly Passage[];
      /** Addresses and file names of sources in the flow's own base. */
      readonly sources?: readonly string[];
    };

/** Forms that can be cut into passages. */
export type SourceForm = "text" | "markdown" | "html" | "csv";

export type OwnSourceKind = "page" | "file";

const formsByEnding: ReadonlyMap<string, SourceForm> = new Map([
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["txt", "text"],
  ["html", "html"],
  ["htm", "html"],
  ["csv", "csv"],
]);

/** Entry that is only an address or a file name; unreadable ones are recognised too. */
export function ownSourceKind(text: string): OwnSourceKind | undefined {
  const trimmed = text.trim();
  if (/^https?:\/\/\S+$/i.test(trimmed)) return "page";
  return /^\S+\.(?:md|markdown|txt|html?|csv|pdf|docx?|xlsx?)$/i.test(trimmed) ? "file" : undefined;
}

export function formOfFile(name: string): SourceForm | undefined {
  const [, ending = ""] = /\.(\w+)$/.exec(name) ?? [];
  return formsByEnding.get(ending.toLowerCase());
}

const nameCharsMax = 200;

/** Why no file beside a flow has this name. */
export function fileRefusal(name: string): string | undefined {
  const parts = name.split("/");
  if (name.length > nameCharsMax || /[\p{Cc}\\:]/u.test(name)) return "is no name for a file beside the flow";
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    return "is outside the folder of the flow";
  return formOfFile(name) === undefined ? "is no text, Markdown, HTML or CSV" : undefined;
}

/** An account's own base name cannot begin like this. */
const ownBasePrefix = "flow:";

/** Account's base for the pages and files of a flow, by the id in its document. */
export const ownBase = (documentId: string): string => `${ownBasePrefix}${documentId}`;

export const isOwnBase = (base: string): boolean => base.startsWith(ownBasePrefix);
