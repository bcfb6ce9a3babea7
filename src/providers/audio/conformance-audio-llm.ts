// Conformance checks of audio language models: duties of every client. They need no test runner: the suite runs them
// against scripted servers, and an operator may run those without a script against the vendor.

import type { Frame } from "../../audio/frame.ts";
import { assert } from "../../base/assert.ts";
import type {
  AudioLlm,
  AudioLlmAnswer,
  AudioLlmEvent,
  AudioLlmSession,
  AudioLlmTalk,
} from "./audio-llm-contract.ts";
import type { ModelSpeech } from "./model-speech.ts";
import { type LlmEvent, type LlmMessage, ProviderError, type ProviderContext } from "../provider-contract.ts";

/**
 * Behaviour of the server: `answer` the caller and requests in speech, call the `tool` first. Any model does these; the
 * others need a script: make each call `twice`, `refuse` the key, fall `silent` after the beginning of an answer, end
 * the session after its `limit`.
 */
export type AudioLlmCheckServer = "answer" | "tool" | "twice" | "refuse" | "silent" | "limit";

export const unscriptedAudio: ReadonlySet<AudioLlmCheckServer> = new Set(["answer", "tool"] as const);

export interface CallerSample {
  /** A turn of a caller, and a second of silence behind it. */
  readonly frames: readonly Frame[];
  /** Words of the answer; any words if absent. */
  readonly text?: string;
}

export interface AudioLlmCheck {
  readonly name: string;
  readonly server: AudioLlmCheckServer;
  /** Throws when the promise is broken. */
  run(model: AudioLlm, sample: CallerSample, context: ProviderContext): Promise<void>;
}

const talk: AudioLlmTalk = { instructions: "Answer in one short sentence.", tools: [], history: [] };
const hello: LlmMessage = { role: "user", text: "Say hello." };
const withTool: AudioLlmTalk = {
  instructions: "Use your tool, then answer in one short sentence.",
  tools: [
    {
      name: "look_up_weather",
      description: "Tells the weather of a town.",
      parameters: {
        type: "object",
        properties: { town: { type: "string" } },
        required: ["town"],
        additionalProperties: false,
      },
    },
  ],
  history: [],
};
const delegating: AudioLlmTalk = {
  instructions: "Whenever the caller has spoken, call the function, and say nothing.",
  tools: [
    {
      name: "delegate",
      description: "Hands the caller's turn on.",
      parameters: {
        type: "object",
        properties: { wish: { type: "string" } },
        required: ["wish"],
        additionalProperties: false,
      },
    },
  ],
  history: [],
  delegates: true,
};
const weather: LlmMessage = { role: "user", text: "What is the weather in Oslo?" };

export const audioLlmChecks: readonly AudioLlmCheck[] = [
  {
    name: "names itself and its model",
    server: "answer",
    run: async (model) => {
      assert(/^[a-z][a-z0-9-]*$/.test(model.id), "the id is in the catalog");
      assert(model.model !== "", "the model has a name");
    },
  },
  {
    name: "opens, closes without a reason, and is closed twice like once",
    server: "answer",
    run: async (model, _sample, context) => {
      const { session } = await opened(model, talk, context);
      session.close();
      session.close();
      assert((await session.closed) === undefined, "the caller's side has ended it");
    },
  },
  {
    name: "answers a request in speech: words and audio, then usage, then one end",
    server: "answer",
    run: async (model, _sample, context) => {
      await using heard = await opened(model, talk, context);
      const { text, speech, types } = await asked(heard, [hello]);
      assert(/^(text )+usage done$/.test(types), `text, usage, done; came: ${types}`);
      assert(text.trim() !== "" && speech.text === text, "the words are those of the speech");
      assert(speech.madeMs > 100, `there is audio; there are ${speech.madeMs} ms`);
      assert(heard.usage > 0, "the session tells of its use");
    },
  },
  {
    name: "hears a caller, takes the turn, answers of its own accord, and tells the words",
    server: "answer",
    run: async (model, { frames, text }, context) => {
      await using heard = await opened(model, talk, context);
      for (const frame of frames) heard.session.hear(frame);
      const answer = await heard.answer();
      assert(answer.request === undefined, "it was not asked");
      await collected(answer);
      const words = await heard.words();
      const types = heard.events.map(({ type }) => type);
      assert(types.includes("turn") && words.turn !== "", "the turn has a name");
      assert(types.indexOf("speech-started") < types.indexOf("speech-ended"), "speech begins and ends");
      assert(text === undefined ? words.text !== "" : words.text === text, `the words are "${text}"`);
    },
  },
  {
    name: "calls a tool once, and continues with its result",
    server: "tool",
    run: (model, _sample, context) => toolRound(model, context),
  },
  {
    name: "hands a turn on by its tool where it delegates, and speaks on request alone",
    server: "answer",
    run: async (model, { frames }, context) => {
      await using heard = await opened(model, delegating, context);
      for (const frame of frames) heard.session.hear(frame);
      const handed = await heard.answer();
      const { types, calls } = await collected(handed);
      assert(handed.request === undefined, "it was not asked");
      assert(/^tool_call usage done$/.test(types), `a call alone; came: ${types}`);
      const [call] = calls;
      assert(call?.name === "delegate", "it calls its tool");
      heard.session.add([
        { role: "tool", id: call.id, name: call.name, text: "Say nothing until you are asked." },
      ]);
      const instructions = "Say this one line: Welcome to the harbour.";
      heard.session.ask(1, { mayCall: false, instructions });
      const { speech } = await collected(await heard.answer());
      assert(speech.text.trim() !== "" && speech.madeMs > 100, "it says the line");
    },
  },
  {
    name: "hands on a call once that comes twice",
    server: "twice",
    run: (model, _sample, context) => toolRound(model, context),
  },
  {
    name: "ends an answer that is cancelled, without an end of its own, and no word follows",
    server: "silent",
    run: async (model, _sample, context) => {
      await using heard = await opened(model, talk, context);
      heard.session.add([hello]);
      heard.session.ask(1, { mayCall: true });
      const answer = await heard.answer();
      const events = answer.events[Symbol.asyncIterator]();
      const first = await events.next();
      assert(first.done !== true && first.value.type === "text", "it has begun");
      answer.cancel();
      answer.cancel();
      let last = await events.next();
      while (last.done !== true) {
        assert(last.value.type === "text", `no ${last.value.type} follows`);
        last = await events.next();
      }
    },
  },
  {
    name: "opens for no key that the server refuses",
    server: "refuse",
    run: async (model, _sample, context) => {
      const error = await opened(model, talk, context).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      assert(error instanceof ProviderError && error.kind === "auth", "the failure is called auth");
    },
  },
  {
    name: "ends with the session's limit as its reason",
    server: "limit",
    run: async (model, { frames }, context) => {
      const { session } = await opened(model, talk, context);
      for (const frame of frames) session.hear(frame);
      const error = await session.closed;
      assert(error?.kind === "session_limit", `the reason is the limit, not ${error?.kind}`);
      session.hear(frames[0] ?? new Int16Array(320));
      session.ask(9, { mayCall: true });
    },
  },
];

async function toolRound(model: AudioLlm, context: ProviderContext): Promise<void> {
  await using heard = await opened(model, withTool, context);
  const { calls, types } = await asked(heard, [weather]);
  assert(/^(text )*tool_call usage done$/.test(types), `one call before usage; came: ${types}`);
  const [call] = calls;
  assert(call?.name === "look_up_weather" && call.id !== "", "it calls an existing tool, with an id");
  const given: unknown = JSON.parse(call.arguments);
  assert(typeof given === "object" && given !== null && "town" in given, "the arguments are complete");
  const { text } = await asked(
    heard,
    [{ role: "tool", id: call.id, name: call.name, text: "Rain, 7 degrees." }],
    2,
  );
  assert(text.trim() !== "", "it answers with the result");
}

class Heard implements AsyncDisposable {
  session!: AudioLlmSession;
  readonly events: AudioLlmEvent[] = [];
  usage = 0;
  #changed = Promise.withResolvers<void>();
  #answers = 0;

  readonly sink = (event: AudioLlmEvent): void => {
    this.events.push(event);
    if (event.type === "usage" && event.usage.unit === "tokens") this.usage += event.usage.output;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  };

  /** The next one. */
  async answer(): Promise<AudioLlmAnswer> {
    this.#answers += 1;
    return this.#when(() => {
      const answers = this.events.filter((event) => event.type === "answer");
      return answers[this.#answers - 1]?.answer;
    });
  }

  words(): Promise<{ readonly turn: string; readonly text: string }> {
    return this.#when(() => this.events.find((event) => event.type === "words" && event.isFinal) as never);
  }

  async #when<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const value = find();
      if (value !== undefined) return value;
      const ended = await Promise.race([
        this.#changed.promise,
        this.session.closed.then((reason) => reason ?? new Error("The session is over")),
      ]);
      if (ended !== undefined) throw ended;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.session.close();
    await this.session.rest;
  }
}

async function opened(model: AudioLlm, talking: AudioLlmTalk, context: ProviderContext): Promise<Heard> {
  const heard = new Heard();
  const { signal } = new AbortController();
  heard.session = await model.open(talking, { sink: heard.sink, context, signal });
  return heard;
}

async function asked(heard: Heard, messages: readonly LlmMessage[], request = 1) {
  heard.session.add(messages);
  heard.session.ask(request, { mayCall: true });
  const answer = await heard.answer();
  assert(answer.request === request, "it answers the request");
  return collected(answer);
}

async function collected({ events }: AudioLlmAnswer) {
  const all: LlmEvent[] = [];
  for await (const event of events) all.push(event);
  const speeches = all.flatMap((event): readonly ModelSpeech[] =>
    event.type === "text" && event.speech !== undefined ? [event.speech] : [],
  );
  const [speech = { text: "", madeMs: 0 }] = speeches;
  return {
    types: all.map(({ type }) => type).join(" "),
    text: all.map((event) => (event.type === "text" ? event.delta : "")).join(""),
    calls: all.flatMap((event) => (event.type === "tool_call" ? [event] : [])),
    speech,
  };
}
