// Ids made of names: always valid, and only until the author writes one.

import { expect, test } from "bun:test";
import { idFollowing, idOfName } from "../../../../src/flow/author/edit/id-of-name.ts";

test.each([
  ["Pizza line", "pizza-line"],
  ["  Pizza — line!  ", "pizza-line"],
  ["Störungsannahme Süd, große", "storungsannahme-sud-grosse"],
  ["24h taxi", "h-taxi"],
  ["東京", "new-flow"],
  ["", "new-flow"],
  [7, "new-flow"],
  ["x".repeat(100), "x".repeat(64)],
  [`${"x".repeat(63)} y`, "x".repeat(63)],
] as const)("id: %j gives %s", (name, id) => {
  expect(idOfName(name)).toBe(id);
  expect(id).toMatch(/^[a-z][a-z0-9_-]{0,63}$/);
});

test("id: it follows the name until the author changes it", () => {
  const follows = (before: Record<string, string>, name: string | undefined) =>
    idFollowing(new Map(Object.entries(before)), name);
  expect(follows({}, "Pizza")).toBe("pizza");
  expect(follows({ id: "new-flow" }, "Pizza")).toBe("pizza");
  expect(follows({ id: "pizza", name: "Pizza" }, "Pizza line")).toBe("pizza-line");
  expect(follows({ id: "pizza", name: "Pizza" }, undefined)).toBe("new-flow");
  expect(follows({ id: "pizza", name: "Pizza" }, "Pizza!")).toBeUndefined();
  expect(follows({ id: "mine", name: "Pizza" }, "Pizza line")).toBeUndefined();
});
