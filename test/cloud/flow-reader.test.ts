// Flow reader: it warns authors of limits of voices and recognisers, and a call waits for no such check.

import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { FlowReader } from "../../src/cloud/flow-reader.ts";
import { Documents } from "../../src/documents/documents.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";

const documents = new Documents({ clock: wallClock, log: silentLog });
setDefaultTimeout(240_000);
afterAll(() => documents[Symbol.asyncDispose]());

const flow = `voice_flow: 1
id: f
language: en
start: a
variables: {x: {type: choice, output: true, options: [{id: pizza, synonyms: [zyxgrph]}]}}
nodes: {a: {end: done}}
`;

test("flow reader: authors are warned of words that their voice lacks, where these are known", async () => {
  await using opened = await chosenStore();
  const asked: (string | undefined)[] = [];
  const read = async (voices: readonly string[] | undefined) => {
    const reader = new FlowReader({
      store: opened.store,
      documents,
      allow: [],
      voicesOf: (accountId) => {
        asked.push(accountId);
        return Promise.resolve(voices);
      },
    });
    const text = flow.replace("a: {end", "a: {voice: {name: amelia}, say: Hello., end");
    await reader.preview(text, undefined);
    return (await reader.check(text)).map(({ code }) => code).includes("VF709");
  };
  expect(await read(["slt", "rms"])).toBe(true);
  expect(await read(["amelia"])).toBe(false);
  expect(await read(undefined)).toBe(false);
  // The start of a call triggers no check.
  expect(asked).toEqual([undefined, undefined, undefined]);
});
