// Examples benchmark: every example flow in a spoken call, as a newcomer would make it, with the built-in recogniser:
// the number of turns that had to be repeated.

import { openApp } from "../../../src/app.ts";
import { OwnerSemaphore } from "../../../src/base/limits/owner-semaphore.ts";
import { silentLog } from "../../../src/base/log.ts";
import { readConfig } from "../../../src/config.ts";
import { agentTurn, type HeardCall } from "../../support/callers/agent-turn.ts";
import { joined, synthetic } from "../../support/callers/callers.ts";
import { dial } from "../../support/callers/phone.ts";
import { type ExampleCourse, exampleCourses } from "../../support/example-courses.ts";
import { type Figure, FigureList, type Figures } from "../figures.ts";

export { claimsOf as claims } from "../figures.ts";

const triesMax = 3;
/** More at once are heard late on two cores. */
const callsMax = 4;
const callMsMax = 480_000;
const quickFlows = ["welcome", "table-booking"];
const voices = ["rms", "slt"] as const;

interface Course {
  readonly turns: number;
  /** Repeated or never understood sentences. */
  readonly again: readonly string[];
}

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const list = new FigureList(tell);
  list.add(...(await tried(isQuick)));
  return list;
}

async function tried(isQuick: boolean): Promise<readonly Figure[]> {
  const config = readConfig({ LOG_LEVEL: "silent", DATA_DIR: ":memory:" });
  await using server = await openApp(config, { log: silentLog });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  const origin = `ws://127.0.0.1:${server.app.server?.port}`;
  await server.deps.speech?.ready;
  const lines = new OwnerSemaphore({ max: callsMax, perOwnerMax: callsMax });
  const flows = exampleCourses.filter(({ flow }) => !isQuick || quickFlows.includes(flow));
  const calls = flows.flatMap((course) => voices.map((voice) => ({ course, voice })));
  const sounds = new Map<string, Int16Array>();
  // Made before the calls, because synthesis runs on the server's thread.
  for (const { course, voice } of calls)
    for (const [says] of course.turns)
      sounds.set(`${voice} ${says}`, joined(await synthetic(voice, says), 150));
  const courses = await Promise.all(
    calls.map(async ({ course, voice }) => {
      using _line = await lines.acquire("example", AbortSignal.timeout(2 * callMsMax));
      return talkedThrough(origin, course, { voice, sounds });
    }),
  );
  const turns = courses.reduce((sum, course) => sum + course.turns, 0);
  const again = courses.flatMap((course) => course.again);
  return [
    {
      of: "turns said again",
      value: again.length,
      unit: "turns",
      note: `of ${turns}${again.map((each) => `\n    ${each}`).join("")}`,
      atMost: Math.ceil(turns / 10),
    },
  ];
}

async function talkedThrough(
  origin: string,
  { flow, turns, callerBegins = false }: ExampleCourse,
  { voice, sounds }: { readonly voice: string; readonly sounds: ReadonlyMap<string, Int16Array> },
): Promise<Course> {
  await using line = await dial(`${origin}/ws?mode=flow&program_id=${flow}`);
  const heard: HeardCall = { said: [], outcome: undefined, failures: [] };
  const again: string[] = [];
  let isOver = !callerBegins && (await agentTurn(line, heard));
  for (const [says, answer] of turns) {
    let isUnderstood = false;
    for (let tries = 0; tries < triesMax && !isUnderstood && !isOver; tries++) {
      const before = heard.said.length;
      await line.say(sounds.get(`${voice} ${says}`) ?? new Int16Array());
      isOver = await agentTurn(line, heard);
      const said = heard.said.slice(before).join(" ");
      isUnderstood = answer.test(said);
      if (!isUnderstood) again.push(`${flow}, ${voice}: "${says}" was answered "${said}"`);
    }
    if (!isUnderstood) break;
  }
  return { turns: turns.length, again };
}
