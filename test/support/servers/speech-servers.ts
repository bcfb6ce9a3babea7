// Speech servers of one's own: `/audio/transcriptions`, which writes down what it is told to, and `/audio/speech`, which
// really speaks. They stand where an operator's servers would.

import { loudness } from "../../../src/audio/frame.ts";
import { readWav, writeWav } from "../../../src/audio/wav.ts";
import { synthetic } from "../callers/callers.ts";

export interface SpeechServers extends AsyncDisposable {
  readonly sttUrl: string;
  readonly ttsUrl: string;
  /** What was sent to be written down, in seconds of audio. */
  readonly heardSeconds: readonly number[];
  /** Texts that were spoken, in order. */
  readonly spoken: readonly string[];
}

/** `words`: what every caller is said to have said; silence is written down as nothing. */
export function openSpeechServers(words: string): SpeechServers {
  const heardSeconds: number[] = [];
  const spoken: string[] = [];
  const ears = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      if (new URL(request.url).pathname !== "/v1/audio/transcriptions")
        return new Response("", { status: 404 });
      const file = (await request.formData()).get("file");
      if (!(file instanceof Blob)) return Response.json({ error: "no file" }, { status: 400 });
      const { pcm, rate } = readWav(new Uint8Array(await file.arrayBuffer()));
      heardSeconds.push(pcm.length / rate);
      return Response.json({ text: loudness(pcm) > 50 ? words : "" });
    },
  });
  const voice = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      if (new URL(request.url).pathname !== "/v1/audio/speech") return new Response("", { status: 404 });
      const { input } = (await request.json()) as { readonly input: string };
      spoken.push(input);
      const wav = writeWav({ rate: 16_000, pcm: await synthetic("awb", input) });
      return new Response(wav, { headers: { "content-type": "audio/wav" } });
    },
  });
  return {
    sttUrl: `http://127.0.0.1:${ears.port}/v1`,
    ttsUrl: `http://127.0.0.1:${voice.port}/v1`,
    heardSeconds,
    spoken,
    async [Symbol.asyncDispose]() {
      await Promise.all([ears.stop(true), voice.stop(true)]);
    },
  };
}
