// Calls of all examples, by voice as a newcomer would hold them: chosen by name, without an account and without any
// other server. Each call ends as its caller wishes, and the voice speaks every sentence of the agent.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type App, openApp } from "../../src/app.ts";
import { OwnerSemaphore } from "../../src/base/limits/owner-semaphore.ts";
import { wallClock } from "../../src/base/clock.ts";
import { openLog, silentLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import { joined } from "../support/callers/callers.ts";
import { agentTurn, type HeardCall } from "../support/callers/agent-turn.ts";
import { dial } from "../support/callers/phone.ts";
import { exampleCourses } from "../support/example-courses.ts";

let server: App;
let origin = "";

beforeAll(async () => {
  server = await openApp(readConfig({ LOG_LEVEL: "silent", DATA_DIR: ":memory:" }), {
    log: openLog({ level: "error", format: "json" }),
  });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  origin = `ws://127.0.0.1:${server.app.server?.port}`;
  await server.deps.speech?.ready;
}, 240_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** Speech in that voice of our own that sounds most like a person. */
async function spoken(words: string): Promise<Int16Array> {
  const { speech } = server.deps;
  const tts = speech?.tts.voiced?.({ name: "michael" });
  const pieces: Int16Array[] = [];
  const context = { clock: wallClock, log: silentLog };
  await tts?.speak(words, (event) => void (event.type === "audio" && pieces.push(event.pcm)), context).done;
  return joined(...pieces, 150);
}

/** Number of times that the agent itself asks before it gives up. */
const triesMax = 3;
const minutes = 60_000;
/** More calls at once are heard differently on a machine with other work. */
const callsMax = 6;
const lines = new OwnerSemaphore({ max: callsMax, perOwnerMax: callsMax });

/** Flows that every run talks to: choices, numbers, a number to call, ranges of days, a list, knowledge. */
const often = ["welcome", "table-booking", "support-with-knowledge", "hotel-booking", "pizza-order"];
const isLong = process.env["LONG"] !== undefined;

test.concurrent.each(exampleCourses.filter(({ flow }) => isLong || often.includes(flow)))(
  "example: $flow, by voice",
  async ({ flow, turns, outcome, callerBegins = false }) => {
    using _line = await lines.acquire("example", AbortSignal.timeout(5 * minutes));
    await using line = await dial(`${origin}/ws?mode=flow&program_id=${flow}`);
    const course: HeardCall = { said: [], outcome: undefined, failures: [] };
    let isOver = !callerBegins && (await agentTurn(line, course));
    for (const [says, answer] of turns) {
      let understood = false;
      for (let tries = 0; tries < triesMax && !understood && !isOver; tries++) {
        const before = course.said.length;
        await line.say(await spoken(says));
        isOver = await agentTurn(line, course);
        if (
          !isOver &&
          /is that right\?$/i.test(course.said.at(-1) ?? "") &&
          !answer.test(course.said.slice(before).join(" "))
        ) {
          await line.say(await spoken("yes it is"));
          isOver = await agentTurn(line, course);
        }
        understood = answer.test(course.said.slice(before).join(" "));
      }
      expect([says, understood, course.said.slice(-3).join(" ")]).toEqual([says, true, expect.anything()]);
    }
    while (!isOver) isOver = await agentTurn(line, course);
    expect([course.outcome, course.failures]).toEqual([outcome, []]);
  },
  8 * minutes,
);
