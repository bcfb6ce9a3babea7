// Command `replay`: lets the caller of a recorded call call again in simulated time, with the recorded flow or
// another one, and prints the differences.

import { parseArgs } from "node:util";
import {
  type FlightEntry,
  type FlightHead,
  partsIn,
  readEntries,
  readHead,
} from "../../calls/flight/flight-record.ts";
import { openPath } from "../../files/folder-files.ts";
import type { LoadedFlow } from "../../flow/language/load-flow.ts";
import type { ListenSettings } from "../../flow/language/program.ts";
import { SileroVad } from "../../speech/silero-vad.ts";
import { type FlowFile, loadFlowTexts, problemLines, readFlowFiles } from "../flow-files.ts";
import { invocation } from "../invocation.ts";
import { conversationOf, differenceOf } from "./conversation.ts";
import { differenceLines } from "./difference-lines.ts";
import { openLocalRecogniser } from "./local-recogniser.ts";
import { RecordedAudio } from "./recorded-audio.ts";
import { type Ears, replayCall } from "./replayed-call.ts";
import { missingFileSentence } from "../mistakes/missing-file.ts";
import { misuse } from "../mistakes/misuse.ts";

const options = {
  flow: { type: "string" },
  words: { type: "boolean", default: false },
  set: { type: "string", multiple: true },
  json: { type: "boolean", default: false },
} as const;

/** Settings of listening that may be tried at every node, in milliseconds. */
const settings = {
  end_silence_ms: { name: "endSilenceMs", min: 100, max: 10_000 },
  no_input_ms: { name: "noInputMs", min: 1_000, max: 600_000 },
  max_speech_ms: { name: "maxSpeechMs", min: 1_000, max: 120_000 },
} as const satisfies Record<string, { name: keyof ListenSettings; min: number; max: number }>;
type Setting = (typeof settings)[keyof typeof settings]["name"];
const settingNames = Object.keys(settings) as (keyof typeof settings)[];

const usage = `replay FILE [--flow NEW.yaml] [--words] [--set end_silence_ms=500] [--json] [--calls SINCE]`;

interface Wanted {
  readonly path: string;
  readonly flow: string | undefined;
  readonly isWords: boolean;
  readonly settings: Partial<Pick<ListenSettings, Setting>>;
  readonly isJson: boolean;
}

interface Recorded {
  readonly head: FlightHead;
  readonly entries: readonly FlightEntry[];
  readonly audio: RecordedAudio;
}

/** Exits with 0 where nothing differs, 1 where something does or the file cannot be replayed. */
export async function replay(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg === "--calls" || arg.startsWith("--calls=")))
    return await (await import("./replay-calls.ts")).replayStoredCalls(args);
  const wanted = wantedBy(args);
  if (typeof wanted === "string") {
    console.error(wanted);
    return 2;
  }
  const recorded = await recordedIn(wanted.path);
  if (recorded === undefined) return 1;
  const flow = await flowOf(recorded.head, wanted);
  const { program, tests } = flow ?? {};
  if (program === undefined || tests === undefined) return 1;
  const { head, entries } = recorded;
  const ears = wanted.isWords || isOfGuidedTime(head) ? undefined : await earsFor(recorded);
  const again = await replayCall({ head, entries, program, tests, ears, settings: wanted.settings });
  const difference = differenceOf(conversationOf(entries), conversationOf(again));
  if (wanted.isJson) console.log(JSON.stringify({ session: head.session, flow: program.id, ...difference }));
  else for (const line of differenceLines(wanted.path, head, difference)) console.log(line);
  return difference.same ? 0 : 1;
}

function wantedBy(args: readonly string[]): Wanted | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [path, ...rest] = positionals;
    if (path === undefined || rest.length > 0) return misuse(usage, args);
    const set: Partial<Record<Setting, number>> = {};
    for (const one of values.set ?? []) {
      const [, name, digits] = /^(\w+)=(\d{1,6})$/.exec(one) ?? [];
      const key = settingNames.find((each) => each === name);
      if (key === undefined)
        return `--set takes ${settingNames.join(", ")} in whole milliseconds\nUsage: ${invocation} ${usage}`;
      const { name: setting, min, max } = settings[key];
      const ms = Number(digits);
      if (ms < min || ms > max) return `--set ${key} must be ${min} to ${max}\nUsage: ${invocation} ${usage}`;
      set[setting] = ms;
    }
    const { flow, words: isWords, json: isJson } = values;
    return { path, flow, isWords, settings: set, isJson };
  } catch {
    return misuse(usage, args);
  }
}

const whereRecordings =
  "Recordings are at DATA_DIR/recordings/SESSION_ID/call.recording. A server with RECORD=on makes them.";

/** Undefined, with the reason printed, if it cannot be read. */
async function recordedIn(path: string): Promise<Recorded | undefined> {
  try {
    const flight = await openPath(path);
    if (flight === undefined) {
      console.error(`${missingFileSentence(path)} ${whereRecordings}`);
      return undefined;
    }
    const parts = await partsIn(flight.read);
    const [head, entries] = [await readHead(parts, flight.read), await readEntries(parts, flight.read)];
    return { head, entries, audio: await RecordedAudio.read(parts, flight.read) };
  } catch (error) {
    console.error(`${path}: ${(error as Error).message}. ${whereRecordings}`);
    return undefined;
  }
}

/** The named flow, else the recorded one; undefined, with the reason printed, if it cannot be run. */
async function flowOf(head: FlightHead, { path, flow }: Wanted): Promise<LoadedFlow | undefined> {
  const file = flow === undefined ? recordedFlow(path, head) : (await readFlowFiles([flow]))?.[0];
  if (file === undefined) return undefined;
  if (file.loaded.program !== undefined) return file.loaded;
  for (const line of problemLines(file)) console.error(line);
  return undefined;
}

function recordedFlow(path: string, { flow }: FlightHead): FlowFile | undefined {
  // Its files were on a server; the passages found in them are in the recording.
  const knowledge = { hasFiles: false };
  if (flow !== null)
    return loadFlowTexts([{ path: `${path} (${flow.id})`, text: flow.text }], knowledge)?.[0];
  console.error(`${path}: calls of a language model without a flow cannot be replayed.`);
  return undefined;
}

/** The recogniser of that time understood other words than today's, so the recorded words are used. */
function isOfGuidedTime({ ears }: FlightHead): boolean {
  if (ears === "open") return false;
  console.error("The recogniser of this recording was removed: its transcript is used.");
  return true;
}

async function earsFor({ audio }: Recorded): Promise<Ears> {
  const vad = new SileroVad();
  const [stt] = await Promise.all([openLocalRecogniser(), vad.ready]);
  return { stt, vad, audio };
}
