// All six examples, talked through by voice as a newcomer would: chosen by name, without an account and without any
// server but this one. Each call ends as its caller wishes, and no sentence of the agent's fails to be spoken.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type App, openApp } from "../../src/app.ts";
import { openLog } from "../../src/base/log.ts";
import { readConfig } from "../../src/config.ts";
import { joined, synthetic } from "../support/callers/callers.ts";
import { dial, type Phone } from "../support/callers/phone.ts";

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

/** What the caller says, and what the agent says next when it has understood. */
type Turn = readonly [says: string, answer: RegExp];

interface Example {
  readonly flow: string;
  readonly turns: readonly Turn[];
  readonly outcome: string;
  /** The agent waits for the caller's first words. */
  readonly callerBegins?: boolean;
}

/** As often as the agent itself asks before it gives up. */
const triesMax = 3;
const phone = "oh one four oh one two three four five six";

const examples: readonly Example[] = [
  {
    flow: "welcome",
    turns: [
      ["book a table", /For which day/],
      ["friday", /how many people/],
      ["four", /Is that correct/],
      ["yes", /What else|Anything else|would you like/],
      ["goodbye", /Goodbye|calling/],
    ],
    outcome: "done",
  },
  {
    flow: "table-booking",
    turns: [
      ["two people on sunday at eight", /reach you on/],
      [phone, /0 1, 4 0, 1 2, 3 4, 5 6, is that right/],
      ["yes", /Shall I book it/],
      ["no", /Nothing is booked/],
      ["the time", /At what time/],
      ["half past six", /Shall I book it/],
      ["yes", /Your reference is/],
    ],
    outcome: "booked",
  },
  {
    flow: "order-status",
    turns: [
      ["one two three four five", /is packed/],
      ["cancel it", /Are you sure/],
      ["yes", /money back/],
      ["no", /Thank you for calling/],
    ],
    outcome: "answered",
  },
  {
    flow: "support-with-knowledge",
    turns: [
      ["a question", /would you like to know/],
      ["what are your opening hours", /nine to six/],
      ["yes", /Please ask/],
      ["how can i pay", /We take cards/],
      ["no", /Goodbye/],
    ],
    outcome: "answered",
  },
  {
    flow: "help-desk",
    turns: [
      ["my printer", /after the tone/],
      ["it makes a loud noise and nothing comes out", /Your ticket is number/],
    ],
    outcome: "helped",
  },
  {
    flow: "call-routing",
    turns: [
      ["support", /account number/],
      ["one two three four five six", /1 2 3/],
      ["yes", /dedicated line|you to support/],
    ],
    outcome: "transferred",
  },
  {
    flow: "appointment-reminder",
    turns: [
      ["hello", /Am I speaking with/],
      ["yes", /You have an appointment/],
      ["i will be there", /One last question/],
      ["five", /Thank you/],
    ],
    outcome: "keep",
    callerBegins: true,
  },
];

const minutes = 60_000;

test.concurrent.each(examples)(
  "example: $flow, by voice",
  async ({ flow, turns, outcome, callerBegins = false }) => {
    await using line = await dial(`${origin}/ws?mode=flow&program_id=${flow}`);
    const course: Course = { said: [], outcome: undefined, failures: [] };
    let isOver = !callerBegins && (await listened(line, course));
    for (const [says, answer] of turns) {
      let understood = false;
      for (let tries = 0; tries < triesMax && !understood && !isOver; tries++) {
        const before = course.said.length;
        await line.say(joined(await synthetic("rms", says), 150));
        isOver = await listened(line, course);
        understood = answer.test(course.said.slice(before).join(" "));
      }
      expect([says, understood, course.said.slice(-3).join(" ")]).toEqual([says, true, expect.anything()]);
    }
    while (!isOver) isOver = await listened(line, course);
    expect([course.outcome, course.failures]).toEqual([outcome, []]);
  },
  3 * minutes,
);

interface Course {
  readonly said: string[];
  outcome: unknown;
  readonly failures: unknown[];
}

/** The agent's next turn, to its end; true when the call is over. A transfer is put through at once. */
async function listened(line: Phone, course: Course): Promise<boolean> {
  const turn = new Set<string>();
  for (;;) {
    const { type, data } = await line.client.message(
      ({ type: kind, data: it }) =>
        kind === "bot-stopped-speaking" ||
        kind === "error" ||
        (kind === "bot-output" && it?.spoken_status === "completed") ||
        (kind === "server-message" && ["flow_end", "transfer", "session_end"].includes(String(it?.type))),
    );
    if (type === "bot-stopped-speaking") return false;
    if (type === "error") course.failures.push(data);
    else if (type === "bot-output") {
      const text = String(data?.text);
      if (turn.has(text)) course.failures.push(`Said twice: ${text}`);
      turn.add(text);
      course.said.push(text);
    } else if (data?.type === "flow_end") course.outcome = data.outcome;
    else if (data?.type === "transfer")
      line.client.send({ type: "client-message", id: "t", data: { t: "transfer.result", d: { ok: true } } });
    else return true;
  }
}
