// Moves of conversations with a language model: its input and output move with them, and the other node repeats or
// requests the unheard part.

import { describe, expect, test } from "bun:test";
import { type LlmScript, scriptedLlm, type ScriptedLlm } from "../support/fakes/scripted-llm.ts";
import { type NodesOptions, saidOn, SessionNodes, talking, type } from "../support/fakes/session-nodes.ts";

describe("models", () => {
  /** Two nodes with one model, which writes the scripts' texts. */
  async function withModel(scripts: readonly LlmScript[], options: NodesOptions = {}) {
    const world: { llm?: ScriptedLlm } = {};
    const nodes = await SessionNodes.open({
      ...options,
      llm: {
        id: "scripted",
        model: "m",
        stream: (...asked) => (world.llm ??= scriptedLlm(nodes.n1.clock, scripts)).stream(...asked),
      },
    });
    const told = () =>
      world
        .llm!.asked.at(-1)!
        .messages.slice(2)
        .map(({ role, text }) => `${role}: ${text}`);
    return { nodes, told };
  }

  async function after(nodes: SessionNodes, token: string) {
    nodes.kill();
    const again = await nodes.n2.join(token);
    await nodes.pass(4_000);
    return again;
  }

  test("an assistant knows the conversation at the other node, and waits when nothing was cut", async () => {
    const { nodes, told } = await withModel([["Hello."], ["Nice to meet you, Ada."], ["You are Ada."]]);
    await using _ = nodes;
    const { token } = await talking(nodes, ["I am Ada."]);
    const again = await after(nodes, token);
    expect(saidOn(again)).toBe("");
    await type(nodes, again, "Who am I?", 3_000);
    expect(saidOn(again)).toBe("You are Ada.");
    expect(told()).toEqual([
      "assistant: Hello.",
      "user: I am Ada.",
      "assistant: Nice to meet you, Ada.",
      "user: Who am I?",
    ]);
  });

  test("an assistant repeats only the part that was not heard", async () => {
    const long =
      "This sentence takes two seconds or a little more to be said, because there are so many words in it.";
    const { nodes, told } = await withModel([["Hello."], [`Well. ${long}`], ["Bye."]]);
    await using _ = nodes;
    const { token, line } = await talking(nodes);
    await type(nodes, line, "Tell me.", 900);
    const again = await after(nodes, token);
    expect(saidOn(again)).toBe(long);
    await type(nodes, again, "Thanks.", 3_000);
    expect(told()).toEqual([
      "assistant: Hello.",
      "user: Tell me.",
      `assistant: Well.\n${long}`,
      "user: Thanks.",
    ]);
  });

  test("an assistant whose model was still writing is asked again, with the heard part", async () => {
    const { nodes, told } = await withModel([
      ["Hello."],
      ["Let me see. ", 60_000, "Never."],
      ["It is nine."],
    ]);
    await using _ = nodes;
    const { token, line } = await talking(nodes);
    await type(nodes, line, "What time is it?", 2_000);
    const again = await after(nodes, token);
    expect(saidOn(again)).toBe("It is nine.");
    expect(told().slice(0, 3)).toEqual([
      "assistant: Hello.",
      "user: What time is it?",
      "assistant: Let me see.",
    ]);
  });

  test("an assistant without words so far answers at the other node", async () => {
    const { nodes, told } = await withModel([["Hello."], [60_000], ["It is nine."]]);
    await using _ = nodes;
    const { token, line } = await talking(nodes);
    await type(nodes, line, "What time is it?", 2_000);
    const again = await after(nodes, token);
    expect([saidOn(again), told()]).toEqual(["It is nine.", ["assistant: Hello.", "user: What time is it?"]]);
  });

  const converse = `
voice_flow: 1
id: flow
language: en
start: why
variables: {comment: {type: text}}
nodes:
  why:
    converse: Find out what went wrong.
    say: What went wrong?
    fill: [comment]
    exits: {done: {when: the caller is done, goto: bye}}
    max_turns: 5
    without_llm: bye
    give_up: bye
  bye: {say: Goodbye., end: talked}
`;
  const reply = (say: string): LlmScript => [JSON.stringify({ say })];

  test("a flow's conversation continues with the last words", async () => {
    const { nodes } = await withModel([reply("What was wrong with it?"), reply("I see.")], {
      flow: converse,
    });
    await using _ = nodes;
    const { token } = await talking(nodes, ["The soup."]);
    const again = await after(nodes, token);
    expect(saidOn(again)).toBe("What was wrong with it?");
    await type(nodes, again, "It was cold.", 3_000);
    expect(saidOn(again)).toEndWith("I see.");
  });

  test("a flow's model without words so far is asked again", async () => {
    const { nodes } = await withModel([[60_000], reply("What was wrong with it?")], { flow: converse });
    await using _ = nodes;
    const { token, line } = await talking(nodes);
    await type(nodes, line, "The soup.", 2_000);
    const again = await after(nodes, token);
    expect(saidOn(again)).toBe("What was wrong with it?");
  });
});
