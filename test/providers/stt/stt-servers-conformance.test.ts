// Every recogniser by URL keeps the promises of recognisers, against a fake that speaks the protocol and checks what it
// gets.

import { describe, expect, test } from "bun:test";
import { findProvider } from "../../../src/providers/catalog/catalog.ts";
import { reasonToSkip } from "../../../src/providers/conformance-ability.ts";
import { type SttCheckServer, sttChecks } from "../../../src/providers/conformance-stt.ts";
import { PacedClock } from "../../support/fakes/paced-clock.ts";
import { speak } from "../../support/providers/stt/marked-speech.ts";
import {
  type EarsWorld,
  transcriptionWorld,
  voskWorld,
  wyomingWorld,
} from "../../support/providers/stt/stt-servers.ts";
import { contextOf } from "../../support/providers/stt/stt-vendors.ts";
import { never } from "../../support/servers/chat-client.ts";

const text = "two coffees please";
const sample = {
  text,
  frames: speak(text),
  expectation: {
    anyOf: [{ type: "phrases", phrases: ["two coffees please", "one tea"] }],
    endSilenceMs: 700,
  },
} as const;

type World = EarsWorld<AsyncDisposable & { readonly problems: readonly string[] }>;
type Open = (server: SttCheckServer, clock: PacedClock) => Promise<World>;

interface Kind {
  /** Id of its row in the catalogue. */
  readonly row: string;
  /** The client leaves a server whose answer is late, so the server sees no difference. */
  readonly open: Open;
  /** Abilities of this server beyond those in its row. */
  readonly has?: readonly string[];
}

const transcriptions =
  (kind: Parameters<typeof transcriptionWorld>[0]): Open =>
  async (server, clock) => {
    const world = await transcriptionWorld(kind, clock);
    // Interim words are not answered either.
    if (server !== "answer") world.fake.scripts.push({ headGate: never });
    return world;
  };

const kinds: Readonly<Record<string, Kind>> = {
  "whisper.cpp": {
    row: "openai-transcriptions",
    open: transcriptions("whispercpp"),
    has: ["word times"],
  },
  speaches: { row: "openai-transcriptions", open: transcriptions("speaches") },
  vosk: {
    row: "vosk",
    open: (server, clock) => voskWorld(server === "answer" ? [] : [{ muteAfter: 0 }], clock),
  },
  wyoming: {
    row: "wyoming",
    open: (server, clock) => wyomingWorld(server === "answer" ? [] : [{ mute: "audio-stop" }], clock),
  },
  "wyoming that streams": {
    row: "wyoming",
    open: (server, clock) =>
      wyomingWorld(
        server === "answer"
          ? Array.from({ length: 4 }, () => ({ streams: "also" as const }))
          : [{ mute: "audio-stop" }],
        clock,
      ),
    has: ["partials"],
  },
};

for (const [name, { row, open, has = [] }] of Object.entries(kinds)) {
  describe(`${name} as a recogniser`, () => {
    for (const check of sttChecks) {
      const isThere = check.needs !== undefined && has.includes(check.needs);
      const reason = isThere ? undefined : reasonToSkip(check, findProvider("stt", row)?.lacks);
      if (reason !== undefined) {
        test(`exempt: ${check.name} (${reason})`, () => expect(reason).not.toBe(""));
        continue;
      }
      test(check.name, async () => {
        const clock = new PacedClock();
        await using world = await open(check.server, clock);
        await check.run(world.stt, sample, contextOf(clock, world.logged));
        expect(world.fake.problems).toEqual([]);
        expect(world.logged.filter((line) => line.includes("provider.bug"))).toEqual([]);
      });
    }
  });
}
