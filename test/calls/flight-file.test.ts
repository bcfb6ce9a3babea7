// Files of recorded calls: access to the file, its content while it grows, and failures of the disk.

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { everythingKept } from "../../src/cloud/account-retention.ts";
import { appendFile, mkdtemp, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLog, silentLog } from "../../src/base/log.ts";
import { AppendedFile } from "../../src/calls/flight/flight-file.ts";
import {
  audioPart,
  type FlightHead,
  headPart,
  magic,
  partsIn,
  secondSamples,
} from "../../src/calls/flight/flight-record.ts";
import { Flights } from "../../src/calls/flight/flights.ts";
import { openPath } from "../../src/files/folder-files.ts";
import { Recordings } from "../../src/calls/recordings.ts";
import type { ProviderNotice } from "../../src/providers/provider-contract.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { smallDisk } from "../support/servers/small-disk.ts";

let directory = "";
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), "voice-flow-flight-"))));
afterEach(() => rm(directory, { recursive: true }));

const head: FlightHead = { session: "ses_1", startedAtMs: 5, flow: null, context: {}, usesExamples: true };
const second = (level: number): Int16Array => new Int16Array(secondSamples).fill(level);

describe("file on a disk", () => {
  test("appended file: only its owner may read it, its parts keep their order, and it can be read while it grows", async () => {
    const path = join(directory, "ses_1", "call.recording");
    const lost: string[] = [];
    const file = new AppendedFile({ path, lost: (why) => lost.push(why) });
    const parts = [magic, headPart(head), ...Array.from({ length: 30 }, (_, i) => audioPart(second(i)))];
    for (const part of parts) file.add(part);
    file.end();
    file.add(audioPart(second(99)));
    await file.done;
    expect(new Uint8Array(Buffer.concat(parts))).toEqual(await Bun.file(path).bytes());
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(path, ".."))).mode & 0o777).toBe(0o700);
    expect(lost).toEqual([]);
    // Leftover of a killed process: half of a part.
    await truncate(path, (await stat(path)).size - 1);
    const flight = (await openPath(path))!;
    expect((await partsIn(flight.read)).filter(({ kind }) => kind === "audio")).toHaveLength(29);
    await appendFile(path, new Uint8Array(1));
    expect((await partsIn(flight.read)).filter(({ kind }) => kind === "audio")).toHaveLength(30);
    expect(await openPath(join(directory, "none"))).toBeUndefined();
    expect(await openPath(directory)).toBeUndefined();
  });

  test("appended file: the size limit is reported once, and earlier parts stay", async () => {
    const path = join(directory, "call.recording");
    const lost: string[] = [];
    const file = new AppendedFile({ path, lost: (why) => lost.push(why), bytesMax: 100 });
    for (let i = 0; i < 4; i++) file.add(new Uint8Array(40).fill(i));
    await file.done;
    file.end();
    expect(lost).toEqual(["a recording may have 256 MiB"]);
    expect([...(await Bun.file(path).bytes())]).toEqual([
      ...Array<number>(40).fill(0),
      ...Array<number>(40).fill(1),
    ]);
  });

  test("appended file: a slow disk costs the recording, not memory", async () => {
    const lost: string[] = [];
    const file = new AppendedFile({ path: join(directory, "call.recording"), lost: (why) => lost.push(why) });
    // The event loop does not turn between these writes, so none of them can reach the disk.
    for (let i = 0; i < 5; i++) file.add(new Uint8Array(1024 * 1024));
    file.end();
    await file.done;
    expect(lost).toEqual(["the disk is too slow"]);
  });

  test("appended file: a full disk is reported, and ends it", async () => {
    using disk = smallDisk(1);
    const lost: string[] = [];
    const file = new AppendedFile({ path: disk.file("ses_1/call.recording"), lost: (why) => lost.push(why) });
    for (let i = 0; i < 30; i++) file.add(audioPart(second(1)));
    await file.done;
    expect(lost).toEqual(["the disk did not take it"]);
  });

  test("flights: a read-only disk warns the call, once, and the log has the reason", async () => {
    const log: string[] = [];
    const write = (line: string): void => void log.push(line);
    await using flights = new Flights({
      records: true,
      recordings: recordingsIn("/dev/null"),
      clock: new VirtualClock(),
      log: openLog({ level: "info", format: "json", write }),
      builtInText: () => undefined,
    });
    const warned = Promise.withResolvers<ProviderNotice>();
    const recorder = flights.begin({
      sessionId: "ses_1",
      flowId: "small",
      context: {},
      usesExamples: false,
      kept: everythingKept,
      isSensitive: () => false,
      isUnrecorded: () => false,
      warn: warned.resolve,
    });
    expect(await warned.promise).toEqual({
      code: "recording/lost",
      message: "The rest of the call is not recorded: the disk did not take it",
    });
    recorder?.told({ type: "user-typed", text: "later", atMs: 1 });
    recorder?.end();
    expect(log).toHaveLength(1);
    expect(log[0]).toMatch(/call.not-recorded.*ses_1/);
  });

  test("flights: the recorded flow keeps its text, and an unstored one is looked up by name", async () => {
    const asked: unknown[] = [];
    await using flights = new Flights({
      records: false,
      recordings: recordingsIn(directory),
      clock: new VirtualClock(),
      log: silentLog,
      builtInText: (name) => (asked.push(name), "voice_flow: 1"),
    });
    const order = {
      sessionId: "ses_1",
      flowId: "flow_1",
      flowText: "voice_flow: 1",
      context: { name: "Ada" },
      usesExamples: false,
      kept: everythingKept,
      isSensitive: () => false,
      isUnrecorded: () => false,
      warn: () => undefined,
    };
    expect(flights.begin(order)).toBeUndefined();
    flights.begin({ ...order, record: true });
    await flights[Symbol.asyncDispose]();
    const flight = (await flights.find("ses_1"))!;
    expect(flight.head).toEqual({
      session: "ses_1",
      startedAtMs: Date.UTC(2026, 10, 20, 10),
      flow: { id: "flow_1", text: "voice_flow: 1" },
      context: { name: "Ada" },
      usesExamples: false,
      ears: "open",
    });
    expect(asked).toEqual([]);
    flights.begin({ ...order, flowId: "welcome", flowText: undefined, record: true });
    expect(asked).toEqual(["welcome"]);
  });
});

const recordingsIn = (folder: string): Recordings =>
  new Recordings({
    directory: folder,
    files: undefined,
    days: 30,
    mibMax: 10,
    clock: new VirtualClock(),
    log: silentLog,
  });
