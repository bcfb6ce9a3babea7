// A model that speaks in front of a flow, as a whole call in virtual time: who says which line, what becomes of a
// model that promises, rambles, stalls, talks unasked or dies, and that the flow is where it is without one.

import { describe, expect, test } from "bun:test";
import { silentLog } from "../../../src/base/log.ts";
import { FreeLines } from "../../../src/flow/engine/run/free-lines.ts";
import { ProviderError, type Stt } from "../../../src/providers/provider-contract.ts";
import { DuplexFront } from "../../../src/voice/duplex/duplex-front.ts";
import { openFlowResponder } from "../../../src/voice/responder-flow.ts";
import { openWorld } from "../../support/fakes/call-script.ts";
import { programOf, talkFacts } from "../../support/fakes/flow-talk.ts";
import {
  type AudioScript,
  scriptedAudioLlm,
  type ScriptedAudioLlm,
} from "../../support/fakes/scripted-audio-llm.ts";
import { nothingOutside } from "../../support/servers/outside.ts";

const flow = `
voice_flow: 1
id: coffees
name: Coffees
language: en
mode: duplex
start: welcome
variables:
  coffees: {type: number, integer: true, max: 9, ask: How many coffees would you like?}
  name: {type: text, ask: And your name?}
nodes:
  welcome: {say: Welcome to the harbour., next: notice}
  notice: {say: This call is recorded., exact: true, next: ask}
  ask: {ask: coffees, confirm: never, give_up: done, next: price}
  price: {say: "That makes {{ coffees * 2 }} euros.", next: thanks}
  thanks: {say: "Thank you for {{ coffees }} coffees.", exact: false, next: done}
  done: {say: Goodbye then., end: ordered}
`;

function calling(model: ScriptedAudioLlm, text = flow, stt?: (stt: Stt) => Stt) {
  const program = programOf(text);
  const world = openWorld({
    ...(stt && { changes: { stt } }),
    responder: (clock) =>
      openFlowResponder({ program, facts: talkFacts, outside: nothingOutside, clock, log: silentLog }),
    front: new DuplexFront({ model, ownKey: false, lines: new FreeLines(program), language: "en" }),
  });
  world.line.drops = true;
  world.call.ready();
  return world;
}

type World = ReturnType<typeof calling>;

const heardIn = (world: World): readonly string[] =>
  world.events.flatMap((event) =>
    event.type === "sentence" && event.status === "completed"
      ? [`${event.by ?? "voice"}: ${event.text}`]
      : event.type === "interrupted"
        ? [`cut: ${event.heardReplyText}`]
        : [],
  );
const worded = (world: World): readonly string[] =>
  world.events.flatMap((event) => (event.type === "worded" ? [event.fault ?? event.by] : []));
const asks = (model: ScriptedAudioLlm): number => model.told.filter((each) => each.startsWith("ask")).length;

/** Until both sides are silent. */
async function rest(world: World): Promise<void> {
  do await world.pass(100);
  while (!world.call.isAtRest);
}

async function order(world: World): Promise<void> {
  world.call.input({ type: "text", text: "two", interrupt: true, speak: true });
  await world.pass(9_000);
}

const honest: readonly AudioScript[] = [
  { say: "Hi, welcome to our harbour!" },
  { say: "So how many coffees will it be?" },
  { say: "Lovely, thanks for the 2 coffees." },
  { say: "Bye for now." },
];

describe("a model in front of a flow", () => {
  test("words the lines without values, and the voice speaks price and disclosure as they are written", async () => {
    const model = scriptedAudioLlm(...honest);
    const world = calling(model);
    await rest(world);
    await order(world);
    expect(heardIn(world)).toEqual([
      "model: Hi, welcome to our harbour!",
      "voice: This call is recorded.",
      "model: So how many coffees will it be?",
      "voice: That makes 4 euros.",
      "model: Lovely, thanks for the 2 coffees.",
      "model: Bye for now.",
    ]);
    expect(worded(world)).toEqual(["model", "model", "model", "model"]);
    expect(world.events.at(-1)).toMatchObject({ type: "ended", reason: "completed" });
    expect(model.cuts).toEqual([]);
    // The model knows what the voice has said, and each request has its line.
    expect(model.told).toContain("assistant: That makes 4 euros.");
    expect(model.talks[0]).toMatchObject({ delegates: true, tools: [{ name: "delegate" }] });
    expect(await world.leftovers()).toEqual([]);
  });

  const faults: readonly (readonly [string, AudioScript, string])[] = [
    ["promise", { say: "Your table is booked and free." }, "promise"],
    ["sum", { say: "Welcome, that is 5 euros." }, "promise"],
    ["ramble", { say: `Well ${"and so we talk ".repeat(12)}.` }, "ramble"],
    ["silence", { stalls: true }, "late"],
    ["failure", {}, "failed"],
  ];
  test.each(faults)("a line that meets a %s of the model is said by the voice", async (_, script, fault) => {
    const model = scriptedAudioLlm(script, ...honest.slice(1));
    const world = calling(model);
    await rest(world);
    await order(world);
    const heard = heardIn(world);
    expect(heard).toContain("voice: Welcome to the harbour.");
    expect(heard.join(" ")).not.toMatch(/booked|free|5 euros/);
    expect(worded(world)[0]).toBe(fault);
    expect(heard.at(-1)).toBe("model: Bye for now.");
    expect(await world.leftovers()).toEqual([]);
  });

  test("a question that the model does not ask, and a value that it leaves out, are said by the voice", async () => {
    const model = scriptedAudioLlm(
      { say: "Welcome." },
      { say: "I like coffee." },
      { say: "Many thanks." },
      { say: "Bye." },
    );
    const world = calling(model);
    await rest(world);
    await order(world);
    expect(worded(world)).toEqual(["model", "lacks", "lacks", "model"]);
    expect(heardIn(world)).toContain("voice: How many coffees would you like?");
    expect(heardIn(world)).toContain("voice: Thank you for 2 coffees.");
  });

  test("speech that nothing asked for is not played, and a delegation is settled at once", async () => {
    const model = scriptedAudioLlm(...honest);
    const world = calling(model);
    await rest(world);
    model.turn("t1", { say: "Sure, everything is booked for you." });
    model.turn("t2", { call: { id: "d1", name: "delegate", arguments: "{}" } });
    await world.pass(1_000);
    expect(heardIn(world).length).toBe(3);
    expect(model.cuts).toEqual([0]);
    expect(model.told.at(-1)).toBe(
      "tool: The flow has heard the caller and answers. Say nothing until you are asked.",
    );
    await order(world);
    expect(heardIn(world).at(-1)).toBe("model: Bye for now.");
  });

  test("a caller who cuts in is heard by the flow as ever, and the model's line ends at that millisecond", async () => {
    const model = scriptedAudioLlm({ say: "One moment of your time and welcome." }, ...honest.slice(1));
    const world = calling(model);
    await world.pass(800);
    world.call.input({ type: "text", text: "two", interrupt: true, speak: true });
    await world.pass(200);
    expect(heardIn(world)[0]).toMatch(/^cut: One moment of/);
    expect(model.cuts[0]).toBeWithin(700, 900);
  });

  test("a call whose recogniser fails is over, though the model hears", async () => {
    const model = scriptedAudioLlm(...honest);
    const world = calling(model, flow, (stt) => ({ ...stt, open: () => Promise.reject(new Error("deaf")) }));
    await world.pass(8_000);
    expect(world.events.at(-1)).toMatchObject({ type: "ended", reason: "failed" });
    expect(await world.leftovers()).toEqual([]);
  });

  test("without a session, and after its death, the voice says all, and the flow ends as it does", async () => {
    const model = scriptedAudioLlm(...honest);
    const info = { provider: "x", capability: "llm", phase: "start", message: "No", emitted: false } as const;
    model.refusals.push(new ProviderError("quota", info));
    const world = calling(model);
    await rest(world);
    await order(world);
    expect(heardIn(world)).toEqual([
      "voice: Welcome to the harbour.",
      "voice: This call is recorded.",
      "voice: How many coffees would you like?",
      "voice: That makes 4 euros.",
      "voice: Thank you for 2 coffees.",
      "voice: Goodbye then.",
    ]);
    expect(asks(model)).toBe(0);
    expect(world.events.at(-1)).toMatchObject({ type: "ended", reason: "completed" });
    expect(await world.leftovers()).toEqual([]);
  });
});
