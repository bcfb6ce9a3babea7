// Kinds of fields: every shape in the language's table has a field, and so has every value of the examples.

import { expect, test } from "bun:test";
import {
  beginningOf,
  starterOf,
  type FieldKind,
  shownFieldKind,
  fieldKindsFor,
} from "../../../../public/flow-editor/inspector/fields/field-kinds.ts";
import { shapeAtPath } from "../../../../public/flow-editor/complete/shape-at-path.ts";
import { parsedTextOf } from "../../../../public/flow-editor/state/parsed-text.ts";
import { type Fields, isFields, isList, valueAt } from "../../../../src/flow/author/edit/data-at-path.ts";
import type { Path } from "../../../../src/flow/language/source/problem.ts";
import { places } from "../../../../src/flow/language/schema/table.ts";
import type { Shape } from "../../../../src/flow/language/schema/shape.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";

const rows = Object.values(places).flatMap(({ keys }) => keys);

test("field kinds: the initial value of each kind is shown by the same kind", () => {
  for (const { name, shape } of rows) {
    const kinds = fieldKindsFor(shape);
    expect(kinds.length, name).toBeGreaterThan(0);
    for (const kind of kinds) {
      const isShown = kind.as === "choice" || shownFieldKind([kind], starterOf(kind)) === kind;
      // A new target is empty: a node without a name.
      expect(isShown, `${name} as ${kind.as}`).toBe(true);
    }
  }
});

test("field kinds: a new param or answer field begins as text, which every answer fits", () => {
  const row = (name: string) => places.tool.keys.find((each) => each.name === name)?.shape;
  for (const shape of [row("params"), row("returns")]) {
    const [kind] = shape?.is === "dictionary" ? fieldKindsFor(shape.of) : [];
    expect(kind && starterOf(kind)).toBe("text");
  }
});

const examples = [...new Bun.Glob("public/flows/*.flow.yaml").scanSync(".")];

test.each(examples)("field kinds: every value of %s has a field", async (path) => {
  const { document } = parsedTextOf(await Bun.file(path).text());
  expect(unshown(document, document, [])).toEqual([]);
});

/** Pointers to values that the form would show as YAML. */
function unshown(document: Fields, value: Plain, path: Path): readonly string[] {
  const { shapes } = shapeAtPath(document, path);
  const shape: Shape = { is: "either", of: shapes };
  const kind = shownFieldKind(fieldKindsFor(shape), value);
  if (kind === undefined) return [`${path.join("/")}: ${JSON.stringify(shape)}`];
  if (isFields(value)) return [...value].flatMap(([key, each]) => unshown(document, each, [...path, key]));
  if (!isList(value) || kind.as === "phrases") return [];
  return value.flatMap((each, index) => unshown(document, each, [...path, index]));
}

test.each<readonly [Shape, Plain | undefined, FieldKind["as"] | undefined]>([
  [{ is: "text" }, "Hello", "texts"],
  [{ is: "text" }, new Map([["en", "Hello"]]), "texts"],
  [{ is: "text" }, new Map([["en", new Map()]]), undefined],
  [{ is: "way" }, "main", "branches"],
  [{ is: "way" }, [], undefined],
  [{ is: "duration", minMs: 1, maxMs: 9 }, new Map(), undefined],
  [{ is: "boolean" }, "yes", undefined],
  [
    {
      is: "either",
      of: [
        { is: "map", place: "handler" },
        { is: "enum", values: ["disabled"] },
      ],
    },
    "disabled",
    "choice",
  ],
  [
    { is: "either", of: [{ is: "map", place: "control" }, { is: "data" }] },
    new Map([["plan", "x"]]),
    "entries",
  ],
  [{ is: "either", of: [{ is: "map", place: "control" }, { is: "data" }] }, new Map(), "entries"],
  [
    { is: "either", of: [{ is: "map", place: "control" }, { is: "data" }] },
    new Map([["error", "timeout"]]),
    "record",
  ],
])("field kinds: shape %j with value %j is shown as %s", (shape, value, as) => {
  expect(shownFieldKind(fieldKindsFor(shape), value)?.as).toBe(as);
});

test("A line keeps its words when it becomes a sound, a model's line, or plain again", () => {
  const { document } = parsedTextOf("nodes: {a: {say: Hello., end: done}}");
  const kinds = fieldKindsFor({ is: "either", of: shapeAtPath(document, ["nodes", "a", "say"]).shapes });
  const switched = (value: Plain, to: string): Plain => {
    const kind = kinds.find((each) => (each.as === "record" ? each.place : each.as) === to);
    if (kind === undefined) throw new Error(`There is no ${to}`);
    return beginningOf(kind, value);
  };
  const sound = switched("Hello.", "sound");
  expect(sound).toEqual(new Map([["sound", ""], ["text", "Hello."]])); // prettier-ignore
  expect(shownFieldKind(kinds, sound)).toMatchObject({ as: "record", place: "sound" });
  const worded = switched(sound, "wording");
  expect(worded).toEqual(new Map([["prompt", ""], ["fallback", "Hello."]])); // prettier-ignore
  expect(shownFieldKind(kinds, worded)).toMatchObject({ as: "record", place: "wording" });
  expect(switched(worded, "texts")).toBe("Hello.");
  expect(switched(["Hello.", "Again."], "sound")).toEqual(new Map<string, Plain>([["sound", ""], ["text", ["Hello.", "Again."]]])); // prettier-ignore
});

test("field kinds: a page, a file and an answer of a flow's knowledge each have their own form", () => {
  const { document } = parsedTextOf(
    "knowledge: {shop: [a, {url: b}, {file: c}, {question: d, answer: e}], other: base}",
  );
  const shownAs = (...path: Path): string | undefined => {
    const { shapes } = shapeAtPath(document, ["knowledge", ...path]);
    const kind = shownFieldKind(
      fieldKindsFor({ is: "either", of: shapes }),
      valueAt(document, ["knowledge", ...path]),
    );
    return kind?.as === "record" ? kind.place : kind?.as;
  };
  expect(shownAs("other")).toBe("line");
  expect([0, 1, 2, 3].map((at) => shownAs("shop", at))).toEqual(["line", "page", "file", "pair"]);
  expect(unshown(document, document, [])).toEqual([]);
});
