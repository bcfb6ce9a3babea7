// Transfers from which the caller comes back: input meanwhile, and knowledge afterwards.

import { describe, expect, test } from "bun:test";
import { turnTakingAt } from "../../../src/flow/engine/run/turn-taking.ts";
import { valueMap } from "../../../src/flow/value/value.ts";
import { flow, Talk } from "./run/talk.ts";

describe("a transfer with a return", () => {
  const desk = flow(`
start: desk
variables:
  solved: {type: boolean}
  order: {type: digits, length: 4, ask: Your order?}
defaults: {give_up: bye}
nodes:
  desk:
    say: One moment.
    transfer: "tel:+33140000000"
    save: {solved: result.solved}
    emit: {desk.answered: "1"}
    on_return: back
    on_failed: nobody
  back: {say: "{{ 'Good.' if solved == true else 'Sorry.' }}", next: order}
  order: {ask: order, confirm: never, next: bye}
  nobody: {say: Nobody., end: nobody}
  bye: {end: done}
`);
  const listens = (talk: Talk) => turnTakingAt(talk.program, talk.state);

  test("continues with its result, and hears and counts nothing before", () => {
    const talk = new Talk(desk);
    expect([talk.start(), talk.outcome, talk.emits]).toEqual(["One moment.", null, ["desk.answered 1"]]);
    expect(listens(talk)).toMatchObject({ accepts: "nothing", silenceMs: undefined });
    expect([talk.user("hello there"), talk.press("4711"), talk.silence()]).toEqual(["", "", ""]);
    expect(talk.event("other.thing")).toBe("");
    expect(talk.feed({ type: "ask-again", whole: true })).toBe("");
    expect(talk.event("call.returned", valueMap([["solved", true]]))).toBe("Good. Your order?");
    expect([talk.value("solved"), talk.value("order")]).toEqual([true, null]);
    expect(talk.latest).toContainEqual(
      expect.objectContaining({ type: "enter", node: "back", by: "return" }),
    );
  });

  test("leaves its variables empty when the result is of another type or is missing", () => {
    for (const data of [null, valueMap([["solved", "no idea"]])]) {
      const talk = new Talk(desk);
      talk.start();
      expect([talk.event("call.returned", data), talk.value("solved")]).toEqual(["Sorry. Your order?", null]);
    }
  });

  test("takes a return reported before its answer, and none of an earlier transfer", () => {
    const talk = new Talk(desk, { holds: ["transfer"] });
    talk.event("call.returned", valueMap([["solved", true]]));
    talk.start();
    const [work] = talk.works;
    expect(talk.feed({ type: "transferred", work: work!.work, ok: true })).toBe("");
    const quick = new Talk(desk, { holds: ["transfer"] });
    quick.start();
    quick.event("call.returned");
    expect(quick.feed({ type: "transferred", work: quick.works[0]!.work, ok: true })).toBe(
      "Sorry. Your order?",
    );
  });

  test("drops keys pressed during the ringing", () => {
    const talk = new Talk(desk, { holds: ["transfer"] });
    talk.start();
    talk.press("4711");
    talk.feed({ type: "transferred", work: talk.works[0]!.work, ok: true });
    expect([talk.event("call.returned"), talk.value("order")]).toEqual(["Sorry. Your order?", null]);
  });

  test("counts as transferred when the caller hangs up there, and fails like any other", () => {
    const talk = new Talk(desk);
    talk.start();
    talk.feed({ type: "hang-up" });
    expect(talk.outcome).toBe("transferred");
    expect(new Talk(desk, { transfer: false }).start()).toBe("One moment. Nobody.");
  });
});
