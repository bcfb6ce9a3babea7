// Model of a flow behind each protocol, over a real socket: words that arrive while the model writes them, tools called
// and answered as tools, promised JSON, and one report of usage for each request.

import { afterEach, describe, expect, test } from "bun:test";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import type { ModelHistoryLine, ModelReplyRequest } from "../../src/flow/engine/run/step-contract.ts";
import { valueMap } from "../../src/flow/value/value.ts";
import { meteredLlm } from "../../src/providers/metered-clients.ts";
import type { Usage } from "../../src/providers/provider-contract.ts";
import { FlowModel } from "../../src/voice/flow-model.ts";
import * as anthropic from "../support/providers/llm/fake-anthropic.ts";
import * as gemini from "../support/providers/llm/fake-gemini.ts";
import { type Fake, llmFamilies, optionsOf } from "../support/providers/llm/llm-families.ts";
import { type Part, type StreamRequest, type StreamScript } from "../support/providers/stream-server.ts";
import * as chat from "../support/servers/chat-server.ts";

const words = ['{"say": "One moment. I lo', 'ok it up.", "set": {"dish": null}, "exit": null}'] as const;
const menu = '{"q":"menu"}';

/** Responses by the name in the catalogue: the words, the second half after the gate, and a call of the tool. */
const called: Readonly<Record<string, (gate: Promise<unknown>) => StreamScript>> = {
  openai: (gate) => ({
    parts: [
      chat.role(),
      chat.say(words[0]),
      { gate },
      chat.say(words[1]),
      ...chat.toolParts("look", menu),
      chat.finish("tool_calls"),
      chat.usage(10, 9),
      chat.doneMark,
    ],
  }),
  anthropic: (gate) => {
    const [begin, half, rest, end] = anthropic.textBlock(0, ...words) as [Part, Part, Part, Part];
    const call = anthropic.toolBlock(1, "look", menu);
    return {
      parts: [
        anthropic.start(),
        begin,
        half,
        { gate },
        rest,
        end,
        ...call,
        anthropic.stop("tool_use"),
        anthropic.over,
      ],
    };
  },
  gemini: (gate) => ({
    parts: [
      gemini.say(words[0]),
      { gate },
      gemini.say(words[1]),
      gemini.parts({
        functionCall: { id: "fc1", name: "look", args: { q: "menu" } },
        thoughtSignature: gemini.thoughtSignature,
      }),
      gemini.finish(),
    ],
  }),
};

const says: Readonly<Record<string, (...given: readonly string[]) => StreamScript>> = {
  openai: chat.wellBehaved,
  anthropic: anthropic.anthropicSays,
  gemini: gemini.geminiSays,
};

const talk: ModelReplyRequest = {
  language: "en",
  goal: "Take an order.",
  variables: valueMap([["guests", 2]]),
  fill: [{ name: "dish", schema: { type: "string", enum: ["soup", "fish"] } }],
  exits: [{ name: "done", when: "the caller is done" }],
  tools: [
    {
      name: "look",
      schema: {
        type: "object",
        properties: { q: { type: "string" } },
        required: ["q"],
        additionalProperties: false,
      },
    },
  ],
  history: [
    { role: "assistant", text: "What would you like?" },
    { role: "user", text: "What is there?" },
  ],
};

let server: Fake | undefined;
afterEach(async () => {
  const problems = server?.problems ?? [];
  await server?.[Symbol.asyncDispose]();
  server = undefined;
  expect(problems).toEqual([]);
});

const stay = new AbortController().signal;

for (const family of llmFamilies.filter(({ provider }) => provider in called)) {
  const { provider } = family;

  async function modelOf(...scripts: readonly StreamScript[]) {
    const to = await family.open(...scripts);
    server = to;
    const used: Usage[] = [];
    const client = family.client({ ...optionsOf(family, to.baseUrl), retriesMax: 0 });
    const llm = meteredLlm(
      client,
      (usage) => used.push(usage),
      () => undefined,
    );
    const model = new FlowModel({ llm, clock: wallClock, context: { clock: wallClock, log: silentLog } });
    const bodyOf = async (index: number) =>
      ((await to.request(index)) as unknown as StreamRequest<object>).body;
    return { model, used, bodyOf };
  }

  describe(provider, () => {
    test("a sentence is there before the model continues; its tool is called and answered as a tool", async () => {
      const first = Promise.withResolvers<string>();
      const { model, used, bodyOf } = await modelOf(
        called[provider]!(first.promise),
        says[provider]!(
          '{"say": "There is ',
          'soup.", "set": {"dish": {"value": "soup", "quote": "x"}}',
          ', "exit": null}',
        ),
      );
      const said: string[] = [];
      // The server writes the second half only once the first sentence has arrived.
      const reply = await model.utter(talk, stay, (sentence) => {
        said.push(sentence);
        first.resolve(sentence);
      });
      expect(said).toEqual(["One moment.", "I look it up."]);
      const [tool] = reply?.tools ?? [];
      expect([reply?.tools?.length, tool?.name, tool?.arguments]).toEqual([
        1,
        "look",
        valueMap([["q", "menu"]]),
      ]);
      const call = { id: tool!.id!, tool: "look", arguments: valueMap([["q", "menu"]]) };
      const history: readonly ModelHistoryLine[] = [
        ...talk.history,
        { role: "assistant", text: said.join(" ") },
        { role: "tool", text: 'look: "soup"', call },
      ];
      const next = await model.utter({ ...talk, history }, stay, (sentence) => void said.push(sentence));
      expect(next).toEqual({ say: "", set: { dish: { value: "soup", quote: "x" } } });
      expect(said.at(-1)).toBe("There is soup.");
      expect(used).toHaveLength(2);
      const [asked, told] = [await bodyOf(0), await bodyOf(1)].map((body) => JSON.stringify(body));
      expect(asked).toContain('"additionalProperties":false');
      expect(asked).toMatch(/"(?:functionDeclarations|tools)":\[/);
      expect(asked).toMatch(/json_schema|Answer with one JSON object and nothing else, of this JSON Schema/);
      expect(told).toMatch(/tool_call_id|tool_result|functionResponse/);
    });

    test("the persona is sent, and the temperature to models that accept one", async () => {
      const { model, bodyOf } = await modelOf(
        says[provider]!('{"say": "Yes.", "set": {"dish": null}, "exit": null}'),
      );
      await model.utter(
        { ...talk, persona: "You are Mara.", llm: { temperature: 0.4 } },
        stay,
        () => undefined,
      );
      const body = JSON.stringify(await bodyOf(0));
      expect(body).toContain("You are Mara.");
      expect(body.includes('"temperature":0.4')).toBe(provider === "gemini");
    });

    test("a stream that is cut ends at its last whole sentence, and is metered once", async () => {
      const first = Promise.withResolvers<string>();
      const { parts = [] } = called[provider]!(first.promise);
      const gate = parts.findIndex((part) => "gate" in part);
      const { model, used } = await modelOf({ parts: parts.slice(0, gate + 1), end: "cut" });
      const said: string[] = [];
      const reply = await model.utter(talk, stay, (sentence) => {
        said.push(sentence);
        first.resolve(sentence);
      });
      expect([reply, said]).toEqual([{ say: "", brokenOff: true }, ["One moment."]]);
      expect(used).toMatchObject([{ unit: "tokens", basis: "estimated" }]);
    });

    test("a caller's meaning is asked for with a schema", async () => {
      const { model, bodyOf } = await modelOf(
        says[provider]!('{"set": {"dish": ', '{"value": "fish", "quote": "the fish"}}}'),
      );
      const request = {
        language: "en",
        transcript: "the fish",
        question: "Soup or fish?",
        wanted: talk.fill,
        options: [],
        handlers: [],
      };
      expect(await model.propose(request, stay)).toEqual({
        set: { dish: { value: "fish", quote: "the fish" } },
      });
      expect(JSON.stringify(await bodyOf(0))).toMatch(/json_schema|responseJsonSchema/);
    });
  });
}
