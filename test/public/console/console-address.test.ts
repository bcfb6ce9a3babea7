// Addresses of the console: each names a view, and an unknown one leads to the first view.

import { expect, test } from "bun:test";
import { addressOf, readAddress } from "../../../public/console/console-address.ts";

test("console address: an address reads as written", () => {
  const query = new URLSearchParams({ q: "window table", failed: "true" });
  const { view, ...rest } = readAddress(addressOf("calls", { query }));
  expect([view, rest.id, rest.query.get("q"), rest.query.get("failed")]).toEqual([
    "calls",
    undefined,
    "window table",
    "true",
  ]);
  expect(readAddress(addressOf("calls", { id: "ses/1 ä" }))).toMatchObject({ view: "calls", id: "ses/1 ä" });
});

test.each(["", "#", "#/", "#/nowhere", "#nowhere?x=1"])("console address: %p leads home", (hash) => {
  expect(readAddress(hash)).toMatchObject({ view: "home", id: undefined });
});

test("console address: a stray per cent sign is an unknown id", () => {
  expect(readAddress("#/calls/100%")).toMatchObject({ view: "calls", id: "100%" });
});
