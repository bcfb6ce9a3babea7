// Beep detector: the tone of an answering machine is heard through telephone codecs and noise, and no other sound is
// taken for it.

import { describe, expect, test } from "bun:test";
import { type BeepState, beepStep } from "../../src/audio/beep-detector.ts";
import { samplesPerFrame, sampleRate } from "../../src/audio/frame.ts";
import { decodeG711, encodeG711, type Law } from "../../src/audio/g711.ts";
import { loadResampler } from "../../src/audio/resampler.ts";
import { human, joined, pinkNoise } from "../support/callers/callers.ts";
import * as sounds from "../support/callers/sounds.ts";

/** When beeps were heard, in milliseconds. */
function beepsIn(pcm: Int16Array): readonly number[] {
  const found: number[] = [];
  let tone: BeepState;
  for (let at = 0; at + samplesPerFrame <= pcm.length; at += samplesPerFrame) {
    const step = beepStep(tone, pcm.slice(at, at + samplesPerFrame));
    tone = step.tone;
    if (step.heard) found.push(((at + samplesPerFrame) * 1_000) / sampleRate);
  }
  return found;
}

const quiet = (ms: number): Int16Array => new Int16Array((ms * sampleRate) / 1_000);

interface Sine {
  readonly hertz: number;
  readonly ms: number;
  readonly peak?: number;
}

function sine({ hertz, ms, peak = 6_000 }: Sine): Int16Array {
  return quiet(ms).map((_, at) => Math.round(peak * Math.sin((2 * Math.PI * hertz * at) / sampleRate)));
}

function mixed(...tracks: readonly Int16Array[]): Int16Array {
  const length = Math.max(...tracks.map((track) => track.length));
  return new Int16Array(length).map((_, at) =>
    Math.max(
      -32_768,
      Math.min(
        32_767,
        tracks.reduce((sum, track) => sum + (track[at] ?? 0), 0),
      ),
    ),
  );
}

/** The audio after a telephone network. */
async function overTelephone(pcm: Int16Array, law: Law): Promise<Int16Array> {
  const makeResampler = await loadResampler();
  using down = makeResampler(sampleRate, 8_000);
  using up = makeResampler(8_000, sampleRate);
  const narrow = joined(down.push(pcm), down.flush());
  return joined(up.push(decodeG711(encodeG711(narrow, law), law)), up.flush());
}

const around = (beep: Int16Array): Int16Array => joined(quiet(313), beep, quiet(400));

describe("beep detector: beeps", () => {
  test("a beep is heard with a tenth of a second of silence behind it", () => {
    // The tone ends with a frame; five more are silent, and one is the edge.
    expect(beepsIn(joined(sine({ hertz: 1_000, ms: 400 }), quiet(400)))).toEqual([520]);
  });

  test.each([425, 440, 600, 850, 1_000, 1_400, 2_000])(
    "a beep is heard at %d hertz, at 150 ms to 1.5 s",
    (hertz) => {
      for (const ms of [160, 200, 333, 500, 1_000, 1_500]) {
        const heard = beepsIn(around(sine({ hertz, ms })));
        expect(heard.length).toBe(1);
        // Soon after its end: speech from then on is recorded.
        expect((heard[0] ?? 0) - 313 - ms).toBeLessThanOrEqual(180);
      }
    },
  );

  test.each(["alaw", "mulaw"] as const)(
    "a beep is heard over a telephone network (%s), quiet and in noise",
    async (law) => {
      for (const peak of [700, 2_000, 12_000]) {
        for (const hertz of [440, 1_000, 1_400]) {
          const clean = await overTelephone(around(sine({ hertz, ms: 400, peak })), law);
          expect(beepsIn(clean).length).toBe(1);
          const noisy = mixed(
            around(sine({ hertz, ms: 400, peak })),
            pinkNoise(quiet(1_113).length, peak / 20),
          );
          expect(beepsIn(await overTelephone(noisy, law)).length).toBe(1);
        }
      }
    },
  );

  test("a beep is heard in a recording of a real one", async () => {
    const heard = beepsIn(joined(quiet(300), await human("beep"), quiet(500)));
    expect(heard.length).toBe(1);
  });

  test("a beep is heard once after a spoken greeting", async () => {
    const greeting = await sounds.espeak(
      "Hello. You have reached Ada. Please leave a message after the tone.",
    );
    const call = joined(greeting, quiet(300), sine({ hertz: 1_000, ms: 500 }), quiet(1_000));
    const heard = beepsIn(call);
    expect(heard.length).toBe(1);
    expect(heard[0]).toBeGreaterThan(((greeting.length + quiet(800).length) * 1_000) / sampleRate);
  });
});

describe("beep detector: other sounds", () => {
  test("no beep is heard in a tone that is too short, too long, or continues in other sounds", () => {
    for (const ms of [40, 100, 4_000]) expect(beepsIn(around(sine({ hertz: 1_000, ms })))).toEqual([]);
    const goesOn = joined(sine({ hertz: 440, ms: 400 }), sine({ hertz: 660, ms: 5_000 }));
    expect(beepsIn(goesOn)).toEqual([]);
  });

  test("no beep is heard in two tones at once: keys, dial tones, busy signals", () => {
    const keys = [697, 770, 852, 941].flatMap((low) =>
      [1_209, 1_336, 1_477].map((high) => [low, high] as const),
    );
    for (const [low, high] of [...keys, [350, 440], [480, 620], [440, 480]] as const) {
      const both = mixed(sine({ hertz: low, ms: 300 }), sine({ hertz: high, ms: 300 }));
      expect(beepsIn(around(both))).toEqual([]);
    }
  });

  test("no beep is heard in coughs, typing, dishes, hum, noise and music", () => {
    const all = [
      ...[1, 2, 3, 4].map(sounds.cough),
      sounds.noiseBurst(),
      sounds.typing(),
      sounds.dishes(),
      sounds.mainsHum(),
      sounds.office(),
      sounds.music(),
    ];
    for (const sound of all) expect(beepsIn(joined(quiet(200), sound, quiet(500)))).toEqual([]);
  });

  test("no beep is heard in 560 recordings of a person, half an hour of speech", async () => {
    const folder = "/usr/share/asterisk/sounds/en_US_f_Allison";
    const found: string[] = [];
    let seconds = 0;
    for (const file of new Bun.Glob("**/*.wav").scanSync(folder)) {
      const said = await human(file.replace(/\.wav$/, ""));
      seconds += said.length / sampleRate;
      if (beepsIn(joined(said, quiet(500))).length > 0) found.push(file);
    }
    expect(seconds).toBeGreaterThan(1_000);
    expect(found).toEqual(["beep.wav"]);
  });

  test("no beep is heard in a voice that speaks, sings a vowel or hums", async () => {
    const texts = [
      "Hello?",
      "Yes, this is Ada Lovelace speaking, who is calling please?",
      "Oooooh. Mmmmmm. Aaaaah. Eeeee. Uuuuuh.",
      "You have reached the office of Doctor Moore. We are closed. Our hours are nine to five.",
      "One two three four five six seven eight nine zero.",
    ];
    for (const text of texts) expect(beepsIn(joined(await sounds.espeak(text), quiet(500)))).toEqual([]);
    for (const pitch of [110, 180, 220, 330, 440]) {
      const vowel = quiet(700).map((_, at) => {
        const time = at / sampleRate;
        const glide = 2 * Math.PI * pitch * time + 0.6 * Math.sin(2 * Math.PI * 5 * time);
        return Math.round(3_000 * (Math.sin(glide) + 0.5 * Math.sin(2 * glide) + 0.3 * Math.sin(3 * glide)));
      });
      expect(beepsIn(joined(quiet(200), vowel, quiet(500)))).toEqual([]);
    }
  });
});
