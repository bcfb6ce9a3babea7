// Entries of lists beside other values of the same turn, and a yes before further entries.

import { expect, test } from "bun:test";
import { understand } from "../../../../src/flow/engine/understand/understand.ts";
import type { HeardList } from "../../../../src/flow/engine/understand/understanding.ts";
import { day, point } from "./dialogue.ts";

const field = { synonyms: [], isOptional: false, onlyFor: [] };
const drink = (id: string) => ({ id, label: id, synonyms: [] });
const order = (role: HeardList["role"], entries: HeardList["entries"] = []): HeardList => ({
  name: "order",
  synonyms: [],
  fields: [
    { ...field, name: "count", wanted: { kind: "number", integer: true, min: 1, max: 9 }, default: 1 },
    {
      ...field,
      name: "kind",
      wanted: { kind: "choice", fromData: false, options: ["cola", "tea"].map(drink) },
    },
  ],
  entries,
  role,
});
const teas = { name: "order", value: [{ count: 2, kind: "tea" }] };

test("a day beside entries is filled together with them", () => {
  const here = point({ lists: [order("asked")], open: [day] });
  expect(understand("two teas for tomorrow", here)).toMatchObject({
    type: "answer",
    values: [teas, { name: "day", value: "2026-11-21" }],
    decision: "accept",
  });
});

test("entries behind a yes are added to the read-back ones", () => {
  const here = point({ lists: [order("pending", [{ count: 1, kind: "cola" }])] });
  expect(understand("yes and two teas", here)).toMatchObject({
    type: "confirmed",
    yes: true,
    values: [{ name: "order", value: [{ count: 1, kind: "cola" }, ...teas.value] }],
  });
});
