// Command `doctor`: tries everything that a call needs, and names the remedy of each failure. It changes nothing.

import { Fault } from "../../base/fault.ts";
import { type Config, readConfig } from "../../config.ts";
import { type DoctorCheck, type Result, sayings } from "./doctor-check.ts";
import { checkDataFolder } from "./doctor-data.ts";
import { checkFiles } from "./doctor-files.ts";
import { checkDatabase } from "./doctor-database.ts";
import { checkCallers } from "./doctor-callers.ts";
import { checkClock, checkMemory } from "./doctor-machine.ts";
import { checkMail } from "./doctor-mail.ts";
import { checkModel } from "./doctor-model.ts";
import { checkOwner } from "./doctor-owner.ts";
import { checkNumbers } from "./doctor-numbers.ts";
import { checkPhone } from "./doctor-phone.ts";
import { checkPort } from "./doctor-port.ts";
import { checkRecogniser, checkVoice } from "./doctor-providers.ts";
import { runSuites } from "./doctor-suites.ts";
import { checkSpeech } from "./doctor-speech.ts";
import { checkTurnModel } from "./doctor-turn-model.ts";
import { checkWebRtc } from "./doctor-webrtc.ts";
import { misuse } from "../mistakes/misuse.ts";

/** Checks that need a configuration, in the order of its lines. */
const checks: readonly (readonly [name: string, check: DoctorCheck])[] = [
  ["access to calls", (config) => Promise.resolve(checkCallers(config))],
  ["port", checkPort],
  ["webrtc", checkWebRtc],
  ["data", (config) => (config.database === undefined ? checkDataFolder(config) : checkDatabase(config))],
  ["owner", checkOwner],
  ["files", checkFiles],
  ["mail", checkMail],
  ["telephone", checkPhone],
  ["numbers", checkNumbers],
  ["memory", checkMemory],
  ["clock", checkClock],
  ["speech", checkSpeech],
  ["turn model", checkTurnModel],
  ["recogniser", checkRecogniser],
  ["voice", checkVoice],
  ["model", checkModel],
];

interface ResultLine extends Result {
  readonly name: string;
}

export async function doctor(args: readonly string[]): Promise<number> {
  const options = new Set(args);
  const [json, providers] = [options.delete("--json"), options.delete("--providers")];
  if (options.size > 0) {
    console.error(misuse("doctor [--providers] [--json]", args));
    return 2;
  }
  const print = (line: ResultLine): void => {
    if (!json) console.log(textOf(line));
  };
  const lines = providers ? await examineProviders(print) : await examine(print);
  const problems = lines.filter(({ state }) => state === "problem").length;
  if (json) console.log(JSON.stringify({ ok: problems === 0, checks: lines }, null, 2));
  else console.log(problems === 0 ? "\nEverything needed is available." : `\n${sayings.problems(problems)}`);
  return problems === 0 ? 0 : 1;
}

/** Runs one check after the other and prints each as soon as it is done. */
async function examine(print: (line: ResultLine) => void): Promise<readonly ResultLine[]> {
  const lines: ResultLine[] = [];
  const add = (name: string, result: Result): void => {
    const line = { name, ...result };
    lines.push(line);
    print(line);
  };
  const [config, result] = checkConfiguration();
  add("configuration", result);
  for (const [name, check] of checks) {
    add(
      name,
      config === undefined ? { state: "skipped", says: sayings.unconfigured } : await tried(check, config),
    );
  }
  return lines;
}

/** Holds the named providers to their suites. */
async function examineProviders(print: (line: ResultLine) => void): Promise<readonly ResultLine[]> {
  const lines: ResultLine[] = [];
  const add = (line: ResultLine): void => {
    lines.push(line);
    print(line);
  };
  const [config, result] = checkConfiguration();
  add({ name: "configuration", ...result });
  if (config !== undefined) await runSuites(config, add);
  return lines;
}

function checkConfiguration(): [Config | undefined, Result] {
  try {
    const config = readConfig();
    const says = ["Valid.", ...config.warnings].join(" ");
    return [config, { state: "ok", says }];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [undefined, { state: "problem", says: error.message.replaceAll("\n", " ") }];
  }
}

/** A check that throws is a finding, too, and does not end the others. */
async function tried(check: DoctorCheck, config: Config): Promise<Result> {
  try {
    return await check(config);
  } catch (error) {
    return { state: "problem", says: `The check failed: ${(error as Error).message}.` };
  }
}

const signs = { ok: "✓", problem: "✗", skipped: "–" } as const;

function textOf({ name, state, says }: ResultLine): string {
  return `${signs[state]} ${name.padEnd(14)} ${says}`;
}
