// Cartesia's recogniser and its traps: turns that only the vendor ends, that it ends late, or never.

import { describe, expect, test } from "bun:test";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import { sttWorld } from "../../support/providers/stt/stt-vendors.ts";
import { until } from "../../support/until.ts";

describe("cartesia", () => {
  test("the vendor's decisions become opinions of the open turn, which is answered at once after one", async () => {
    await using world = await sttWorld("cartesia");
    const heard = await world.open();
    heard.send([...speak("yes", 320), ...speak("please", 600)]);
    await heard.when(() => heard.of("turn_opinion").find(({ opinion }) => opinion === "over"));
    expect(heard.of("turn_opinion").map(({ opinion }) => opinion)).toEqual([
      "probably_over",
      "goes_on",
      "probably_over",
      "over",
    ]);
    heard.session.finalize(1);
    expect(heard.ends.map(({ text }) => text)).toEqual(["yes please"]);
  });

  test("silence is sent until the vendor's turn is over", async () => {
    await using world = await sttWorld("cartesia", { mood: "slow" });
    const heard = await world.open();
    await heard.say(speak("yes", 700), "yes");
    heard.session.finalize(1);
    // 700 ms were sent; the vendor wants 1,500 from the end of the word.
    await world.clock.advance(800);
    expect((await heard.end(1)).text).toBe("yes");
    expect(world.server.problems).toEqual([]);
  });

  test("a turn that the vendor never ends is answered by the deadline, and cut there", async () => {
    await using world = await sttWorld("cartesia", { mood: "stubborn" });
    const heard = await world.open();
    await heard.say(speak("two coffees"), "two coffees");
    heard.session.finalize(1);
    await world.clock.advance(1_619);
    expect(heard.ends.length).toBe(0);
    await world.clock.advance(1);
    expect(heard.ends.map(({ text }) => text)).toEqual(["two coffees"]);
    await heard.say(speak("please"), "please");
    heard.session.finalize(2);
    await world.clock.advance(1_620);
    expect(heard.ends.map(({ text }) => text)).toEqual(["two coffees", "please"]);
  });

  test("a late end answers no other turn", async () => {
    await using world = await sttWorld("cartesia", { mood: "slow" });
    const heard = await world.open();
    await heard.say(speak("yes", 0), "yes");
    heard.session.reset();
    heard.session.finalize(1);
    await world.clock.advance(1_620);
    expect((await heard.end(1)).text).toBe("");
    expect((await heard.turn(speak("no", 1_600), 2)).text).toBe("no");
  });

  test("a message each minute keeps the connection", async () => {
    await using world = await sttWorld("cartesia");
    const heard = await world.open();
    await world.clock.advance(60_000);
    await until("silence", () => world.server.connections[0]?.binaries.length === 1);
    heard.session.close();
    expect(await world.server.connections[0]?.closed).toBe(1000);
    expect(world.server.connections[0]?.texts).toEqual([`{"type":"close"}`]);
  });

  test("an error message ends the session with its kind", async () => {
    await using world = await sttWorld("cartesia", { mood: "busy" });
    const heard = await world.open();
    heard.send(speak("yes"));
    expect((await heard.session.closed)?.kind).toBe("rate_limit");
  });
});
