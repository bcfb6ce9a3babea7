// From settings to a language model, and the catalogue of available ones.

import { expect, test } from "bun:test";
import { Fault } from "../../src/base/fault.ts";
import { catalog, findProvider } from "../../src/providers/catalog/catalog.ts";
import { openLlm } from "../../src/providers/open-providers.ts";

const settings = {
  provider: "openai-compatible",
  baseUrl: "http://127.0.0.1:1/v1",
  apiKey: undefined,
  model: "tiny",
  firstTokenSeconds: 4,
};

test("the catalog has no name twice, and something of each kind without a key", () => {
  const names = catalog.map(({ kind, name }) => `${kind} ${name}`);
  expect(new Set(names).size).toBe(names.length);
  for (const kind of ["stt", "tts", "llm"] as const) expect(findProvider(kind, "builtin")?.key).toBe("never");
  expect(findProvider("stt", "openai-compatible")).toBeUndefined();
});

test("settings open the catalog's model", () => {
  const llm = openLlm(settings);
  expect([llm?.id, llm?.model]).toEqual(["openai-compatible", "tiny"]);
});

test("no settings and the built-in name open no model", () => {
  expect(openLlm(undefined)).toBeUndefined();
  expect(openLlm({ ...settings, provider: "builtin" })).toBeUndefined();
});

test("an unknown name is a fault that lists the known ones", () => {
  const open = () => openLlm({ ...settings, provider: "wonder" });
  expect(open).toThrow(Fault);
  expect(open).toThrow('"wonder" is not a language model: use builtin or openai-compatible');
});

test("each language model of the catalogue opens, at its own address or at the given one", () => {
  for (const row of catalog.filter(({ kind, name }) => kind === "llm" && name !== "builtin")) {
    const baseUrl = row.address ?? row.ownAddress ?? settings.baseUrl;
    const llm = openLlm({ provider: row.name, baseUrl, apiKey: undefined, model: row.models?.[0] ?? "tiny" });
    expect([llm?.id, llm?.can?.tools === true]).toEqual([row.name, row.audio !== true]);
    expect([row.address === undefined, row.key]).toEqual([row.key === "maybe", row.key]);
    if (row.ownAddress !== undefined) expect(row.ownAddress).toStartWith("http://127.0.0.1:");
  }
});

/** Announced ends of models, as their vendors published them by November 2026. */
const ending = [
  /^gpt-(?:3|4|5$|5-|5\.1|5\.4-nano)/,
  /^o[134]/,
  /^gpt-(?:realtime|audio)$/,
  /^grok-(?:3|4-fast|4-1-fast)/,
  /^llama/,
  /^zai-glm/,
  /^gemini-(?:2|3\.5-flash$)/,
];

test("no language model with an announced end is offered", () => {
  const offered = catalog.flatMap(({ kind, models = [] }) => (kind === "llm" ? models : []));
  expect(offered.filter((model) => ending.some((pattern) => pattern.test(model)))).toEqual([]);
});
