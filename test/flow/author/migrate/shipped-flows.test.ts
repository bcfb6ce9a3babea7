// Flows that come with the program, written as they would have been earlier, as JSON and as YAML: all old words go, the
// program stays the same, and no comment is lost.

import { expect, test } from "bun:test";
import { draftOf, written } from "../../../../src/flow/author/edit/document-draft.ts";
import { type Fields, isFields, put } from "../../../../src/flow/author/edit/data-at-path.ts";
import { migrated } from "../../../../src/flow/author/migrate/migrated-flow.ts";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";

const paths = [...new Bun.Glob("public/flows/*.yaml").scanSync(".")].sort();

function draftIn(text: string) {
  const draft = draftOf({ text, layout: {} });
  if ("refused" in draft) throw new Error(draft.refused);
  return draft;
}

/** A voice with a style at every node, and the history of conversations in words. */
function aged({ data, nodes }: { readonly data: Fields; readonly nodes: Fields }): Fields {
  let old: Plain = data;
  for (const [id, node] of nodes) {
    old = put(old, ["nodes", id, "voice", "style"], "calm");
    if (isFields(node) && node.has("converse")) old = put(old, ["nodes", id, "history"], "all");
  }
  return isFields(old) ? old : new Map();
}

function jsonOf(value: Plain): unknown {
  if (isFields(value)) return Object.fromEntries([...value].map(([key, each]) => [key, jsonOf(each)]));
  return Array.isArray(value) ? value.map(jsonOf) : value;
}

const comments = (text: string): number => text.split("\n").filter((line) => line.includes("#")).length;

test.each(paths)("%s", async (path) => {
  const text = await Bun.file(path).text();
  const draft = draftIn(text);
  const old = aged(draft);
  const yaml = written(draft, { data: old });
  if ("refused" in yaml) throw new Error(yaml.refused);
  const json = jsonOf(old);
  for (const before of [yaml.document.text, JSON.stringify(json), JSON.stringify(json, null, 2)]) {
    const { text: after, changes } = migrated(before);
    expect(changes.length).toBeGreaterThanOrEqual(draft.nodes.size);
    expect(migrated(after)).toEqual({ text: after, changes: [] });
    const [was, is] = [loadFlow(before), loadFlow(after)];
    expect(was.problems.map(({ code }) => code)).toContain("VF119");
    expect(is.problems.map(({ code }) => code)).not.toContain("VF119");
    expect(is.program?.nodes.size).toBe(draft.nodes.size);
    expect([...(is.program?.nodes ?? [])].map(([id, { act }]) => [id, act])).toEqual(
      [...(was.program?.nodes ?? [])].map(([id, { act }]) => [id, act]),
    );
  }
  expect(comments(migrated(yaml.document.text).text)).toBe(comments(text));
});
