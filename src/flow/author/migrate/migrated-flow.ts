// Flow migration: rewrites what earlier documents say in words of today. The flow does the same afterwards, and all
// other bytes of its text stay, comments too; words without a replacement are left as they are.

import { problemsOf } from "../../language/find-problems.ts";
import { isAskedAnew } from "../../language/model/filled-question.ts";
import { buildModel } from "../../language/model/build-model.ts";
import type { Path } from "../../language/source/problem.ts";
import { Fingerprints } from "../../language/source/same-document.ts";
import { readSource } from "../../language/source/source-reader.ts";
import { applyEdits, type TextEdit } from "../../language/source/text-edit.ts";
import type { Entry, MapTree, Plain, Tree } from "../../language/source/yaml-tree.ts";
import { type Fields, isFields, isList, put, valueAt, without } from "../edit/data-at-path.ts";
import { composeCached, draftOf, written } from "../edit/document-draft.ts";
import { withContents } from "./library-contents.ts";
import { removalOf } from "./removed-entry.ts";

export interface Migration {
  readonly text: string;
  /** Rewritten places, in order: "nodes.chat.history: 100", "nodes.ok.when_filled removed". */
  readonly changes: readonly string[];
}

/** Text of a library that the flow includes; undefined for one that is not at hand. */
export type LibraryText = (id: string) => string | undefined;

/** Migrates a text; one that cannot be read as a flow comes back as it is. Twice is the same as once. */
export function migrated(text: string, libraryText: LibraryText = () => undefined): Migration {
  const included = withLibraries(text, libraryText);
  let now = included ?? text;
  const changes = included === undefined ? [] : ["include copied here"];
  for (const change of changesIn(now)) {
    const next = changed(now, change);
    if (next === undefined) continue;
    now = next;
    changes.push(toldOf(change));
  }
  return { text: now, changes };
}

interface Change {
  readonly path: Path;
  /** Without it the key is removed. */
  readonly value?: number;
}

const toldOf = ({ path, value }: Change): string =>
  `${path.join(".")}${value === undefined ? " removed" : `: ${value}`}`;

/** Turns for each word of `history`. */
const turnsOfWord: ReadonlyMap<Plain | undefined, number> = new Map<Plain | undefined, number>([
  ["all", 100],
  ["none", 0],
]);

function changesIn(text: string): readonly Change[] {
  const draft = draftOf({ text, layout: {} });
  if ("refused" in draft) return [];
  const { data, nodes } = draft;
  const isFlow = data.get("kind") === "flow";
  return [
    ...(isFlow ? [{ path: ["kind"] }] : []),
    ...styleIn(data, ["defaults"]),
    ...[...nodes.keys()].flatMap((id) => styleIn(data, ["nodes", id])),
    ...[...nodes].flatMap(([id, node]) => historyIn(node, ["nodes", id])),
    ...asksSaidTwice(text),
  ];
}

function styleIn(data: Fields, at: Path): readonly Change[] {
  const voice = valueAt(data, [...at, "voice"]);
  if (!isFields(voice) || typeof voice.get("style") !== "string") return [];
  return [{ path: [...at, "voice", "style"] }];
}

function historyIn(node: Plain, at: Path): readonly Change[] {
  if (!isFields(node) || !node.has("converse")) return [];
  const value = turnsOfWord.get(node.get("history"));
  return value === undefined ? [] : [{ path: [...at, "history"], value }];
}

/** `when_filled: ask` where that is what happens without it. */
function asksSaidTwice(text: string): readonly Change[] {
  const { value } = readSource(text);
  if (value === undefined) return [];
  const model = buildModel(value, { report: () => {} });
  return [...model.nodes.values()]
    .filter((node) => node.whenFilled === "ask" && isAskedAnew(node, model))
    .map(({ id }) => ({ path: ["nodes", id, "when_filled"] }));
}

/** The text with one change; undefined where it cannot be made without touching more. */
function changed(text: string, change: Change): string | undefined {
  const { root } = composeCached(text);
  const draft = draftOf({ text, layout: {} });
  if (root === undefined || "refused" in draft) return undefined;
  const place = placeOf(root, change.path);
  if (place === undefined) return undefined;
  const { map, entry } = place;
  if (change.value !== undefined) {
    const { from, to } = entry.value;
    return proven(text, { from, to, text: String(change.value) }, put(draft.data, change.path, change.value));
  }
  // A voice that said nothing else is none; with a comment in it, it stays as an empty one.
  const outer = change.path.slice(0, -1);
  const above = map.entries.length === 1 ? placeOf(root, outer) : undefined;
  if (
    above !== undefined &&
    above.map.entries.length > 1 &&
    !text.slice(...spanOf(above.entry, text)).includes("#")
  )
    return proven(text, removalOf(text, above.map, above.entry), without(draft.data, outer));
  const { from, value } = entry;
  // A comment among what goes would go with it.
  if (value.kind !== "scalar" && text.slice(from, value.to).includes("#")) return undefined;
  return proven(text, removalOf(text, map, entry), without(draft.data, change.path));
}

/** From the beginning of an entry to the end of its last line. */
function spanOf({ from, value }: Entry, text: string): [from: number, to: number] {
  const end = text.indexOf("\n", value.to);
  return [from, end < 0 ? text.length : end];
}

function placeOf(root: Tree, path: Path): { readonly map: MapTree; readonly entry: Entry } | undefined {
  let map: Tree | undefined = root;
  for (const [at, part] of path.entries()) {
    if (map?.kind !== "map") return undefined;
    const entry: Entry | undefined = map.entries.find(({ name }) => name === part);
    if (entry === undefined) return undefined;
    if (at === path.length - 1) return { map, entry };
    map = entry.value;
  }
  return undefined;
}

const prints = new Fingerprints({ aliases: true });

/** The edited text, if it says what it should. */
function proven(text: string, edit: TextEdit, wanted: Plain): string | undefined {
  const edited = applyEdits(text, [edit]);
  const draft = draftOf({ text: edited, layout: {} });
  if ("refused" in draft) return undefined;
  return prints.of(draft.data) === prints.of(wanted) ? edited : undefined;
}

function withLibraries(text: string, libraryText: LibraryText): string | undefined {
  const draft = draftOf({ text, layout: {} });
  if ("refused" in draft) return undefined;
  const names = draft.data.get("include");
  if (!isList(names) || names.length === 0) return undefined;
  const libraries = names.flatMap((name) => {
    const included = typeof name === "string" ? libraryText(name) : undefined;
    const library = included === undefined ? undefined : draftOf({ text: included, layout: {} });
    return library === undefined || "refused" in library ? [] : [library.data];
  });
  if (libraries.length < names.length) return undefined;
  const whole = withContents(draft.data, libraries);
  if (whole === undefined) return undefined;
  const result = written(draft, { data: whole });
  if ("refused" in result || result.rewritten === true) return undefined;
  const copied = changed(result.document.text, { path: ["include"] });
  return copied === undefined || hasErrors(copied) ? undefined : copied;
}

const hasErrors = (text: string): boolean => problemsOf(text).some(({ severity }) => severity === "error");
