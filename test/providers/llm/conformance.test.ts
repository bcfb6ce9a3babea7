// Every language model of the catalogue against the fake of its protocol: the conformance suite, and failures at any
// byte.

import { afterEach, describe, expect, test } from "bun:test";
import { wallClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { catalog, findProvider } from "../../../src/providers/catalog/catalog.ts";
import { type LlmCheck, llmChecks, whyNot } from "../../../src/providers/conformance-llm.ts";
import { openLlm } from "../../../src/providers/open-providers.ts";
import * as anthropic from "../../support/providers/llm/fake-anthropic.ts";
import * as gemini from "../../support/providers/llm/fake-gemini.ts";
import * as chat from "../../support/servers/chat-server.ts";
import { all } from "../../support/servers/chat-client.ts";
import {
  type Fake,
  type LlmFamily,
  llmFamilies,
  optionsOf,
} from "../../support/providers/llm/llm-families.ts";
import type { Part, StreamScript } from "../../support/providers/stream-server.ts";

let server: Fake | undefined;
afterEach(async () => {
  const problems = server?.problems ?? [];
  await server?.[Symbol.asyncDispose]();
  server = undefined;
  expect(problems).toEqual([]);
});

async function serve(family: LlmFamily, scripts: readonly StreamScript[]): Promise<Fake> {
  await server?.[Symbol.asyncDispose]();
  server = await family.open(...scripts);
  return server;
}

const context = { clock: wallClock, log: silentLog };
const request = { messages: [{ role: "user", text: "Say hello to everybody." }] } as const;

describe("language models: conformance", () => {
  test("each row of the catalogue has a family here, and vice versa", () => {
    // Models that hear and speak have a suite of their own.
    const rows = catalog.flatMap(({ kind, name, audio }) =>
      kind === "llm" && name !== "builtin" && audio !== true ? [name] : [],
    );
    expect(llmFamilies.map(({ provider }) => provider).sort()).toEqual([...rows].sort());
  });

  for (const family of llmFamilies) {
    for (const check of llmChecks) testOne(family, check);
  }

  test("an ability that a client lacks has a reason in its row", () => {
    const open = { id: "x", model: "m", stream: () => undefined as never };
    const [needsJson] = llmChecks.filter(({ needs }) => needs === "json");
    expect(whyNot(needsJson!, { ...open, can: { tools: true, json: true } })).toBeUndefined();
    expect(whyNot(needsJson!, open, ["tools", "a promise of JSON"])).toBe("a promise of JSON");
    expect(() => whyNot(needsJson!, open, ["tools"])).toThrow("gives no reason");
  });
});

function testOne(family: LlmFamily, check: LlmCheck): void {
  const settings = { ...optionsOf(family, "http://127.0.0.1:1/v1"), firstTokenSeconds: 10 };
  const opened = openLlm(settings)!;
  const reason = whyNot(check, opened, findProvider("llm", family.provider)?.lacks);
  const name = `${family.provider}: it ${check.name}${reason === undefined ? "" : ` (it cannot: ${reason})`}`;
  test(name, async () => {
    const to = await serve(family, family.scripts[check.server]);
    const llm = openLlm({ ...settings, baseUrl: to.baseUrl })!;
    if (reason !== undefined) return expect(llm.can?.[check.needs!]).toBe(false);
    await check.run(llm, context);
    if (check.server.startsWith("silent")) await (await to.request(0)).closed;
  });
}

const families = llmFamilies.filter(({ provider }) => ["openai", "anthropic", "gemini"].includes(provider));

describe("language models: answers cut at any byte", () => {
  for (const family of families) {
    test(`${family.provider}: an answer cut anywhere fails or is whole, and is never half done`, async () => {
      const [script] = family.scripts.tool;
      const whole = await ask(family, script!);
      expect([whole.error, whole.reason]).toEqual([undefined, "tool_calls"]);
      for (let bytes = 0; ; bytes += 7) {
        const { error, reason, calls } = await ask(family, { ...script!, cutAfterBytes: bytes });
        if (error === undefined) {
          // Only usage and the end mark were cut away.
          expect([reason, calls]).toEqual(["tool_calls", whole.calls]);
          break;
        }
        expect([error.kind, calls.length, reason]).toEqual(["transient", 0, undefined]);
      }
    });

    test(`${family.provider}: bytes may come one by one, with any ends of lines and with comments`, async () => {
      const [script] = family.scripts.tool;
      const whole = await ask(family, script!);
      for (const lineEnd of ["\n", "\r\n", "\r"] as const) {
        const parts = [
          { comment: "PROCESSING" },
          ...script!.parts!.flatMap((part) => [part, { comment: "" }]),
        ];
        const pieces = await ask(family, { ...script!, parts, lineEnd, pieceBytes: 1 });
        expect(pieces.events).toEqual(whole.events);
      }
    });

    test(`${family.provider}: an endless call of a tool is given up`, async () => {
      const { error, calls } = await ask(family, family.endlessCall);
      expect([error?.kind, error?.message, calls.length]).toEqual([
        "bad_input",
        "The language model called too many tools",
        0,
      ]);
    });
  }
});

describe("language models: counts of zero", () => {
  const nothing: Readonly<Record<string, readonly Part[]>> = {
    openai: [chat.say("12345678"), chat.finish(), chat.usage(0, 0), chat.doneMark],
    anthropic: [
      anthropic.start({ input_tokens: 0, output_tokens: 0 }),
      ...anthropic.textBlock(0, "12345678"),
      anthropic.stop("end_turn", 0),
      anthropic.over,
    ],
    gemini: [
      gemini.respond({ content: { parts: [{ text: "12345678" }] } }),
      gemini.finish("STOP", { promptTokenCount: 0, candidatesTokenCount: 0 }),
    ],
  };
  for (const family of families) {
    test(`${family.provider}: zero counts of a server are not believed`, async () => {
      const { used } = await ask(family, { parts: nothing[family.provider]! });
      expect(used).toEqual({ unit: "tokens", input: 6, output: 2, basis: "estimated" });
    });
  }
});

describe("language models: secrets", () => {
  for (const family of families) {
    test(`${family.provider}: a refusal holds neither the key, nor the address, nor the conversation`, async () => {
      const said = request.messages[0].text;
      const leak = `Key ${family.apiKey} for https://user:pw@example.com/v1?key=abc was refused: ${said}`;
      const body = JSON.stringify({ error: { message: leak, details: [{ reason: leak }] } });
      const { error } = await ask(family, { status: 401, body });
      const everything = [error?.message, error?.stack, JSON.stringify(error?.info)].join("\n");
      expect(error?.kind).toBe("auth");
      for (const secret of [family.apiKey, "key=abc", "example.com", said])
        expect(everything).not.toContain(secret);
    });
  }
});

async function ask(family: LlmFamily, script: StreamScript) {
  const to = await serve(family, [script, script]);
  const llm = family.client({ ...optionsOf(family, to.baseUrl), retriesMax: 0 });
  const result = await all(
    llm.stream(request, context, new AbortController().signal)[Symbol.asyncIterator](),
  );
  return { ...result, calls: result.events.filter(({ type }) => type === "tool_call") };
}
