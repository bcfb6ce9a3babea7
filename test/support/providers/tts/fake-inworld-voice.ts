// Fake Inworld: the contexts socket as documented at docs.inworld.ai; texts of more than 300 characters are spoken in
// several generations, whose times begin at 0. Moods: "wav" (a file although PCM was requested), "refuses" (a voice
// that it does not have), "fails" (an error of the socket), "stalls", "silent".

import { writeWav } from "../../../../src/audio/wav.ts";
import { textPieces } from "../../../../src/providers/tts/text-pieces.ts";
import type { FakeConnection, FakePeer } from "../fake-socket.ts";
import { base64, lists, tonePieces, unknownVoice, within, wordsOf } from "./spoken-tone.ts";

export const inworldKey = "aW53b3JsZC1rZXk6MDEyMzQ1";

const fixed = {
  modelId: "inworld-tts-2",
  timestampType: "WORD",
  timestampTransportStrategy: "ASYNC",
  autoMode: true,
};
const charsPerMessageMax = 1_000;
const charsPerGeneration = 300;
const contextsMax = 5;

interface Message {
  readonly contextId: string;
  readonly create?: Readonly<Record<string, unknown>> & { readonly audioConfig?: AudioConfig };
  readonly send_text?: { readonly text: string };
  readonly close_context?: object;
}

interface AudioConfig {
  readonly audioEncoding: string;
  readonly sampleRateHertz: number;
  readonly speakingRate: number;
}

interface Context {
  text: string;
  readonly speed: number;
}

export function fakeInworldVoice(connection: FakeConnection): FakePeer {
  const { server, head, mood } = connection;
  const must = (condition: boolean, problem: string) => server.must(condition, `inworld: ${problem}`);
  must(head.path === "/tts/v1/voice:streamBidirectional", `path ${head.path}`);
  must(head.headers.get("authorization") === `Basic ${inworldKey}`, "the key");
  const contexts = new Map<string, Context>();
  const refused = new Set<string>();

  const send = (contextId: string, result: object): void =>
    connection.json({ result: { contextId, ...result, status: { code: 0, message: "", details: [] } } });
  const generate = async (id: string, text: string, speed: number): Promise<boolean> => {
    const words = wordsOf(text, speed);
    for await (const piece of tonePieces(text, speed)) {
      if (mood === "stalls" && piece.fromMs > 0) return false;
      const pcm = new Int16Array(piece.bytes.slice().buffer);
      const audio = mood === "wav" ? writeWav({ rate: 16_000, pcm }) : piece.bytes;
      send(id, { audioChunk: { audioContent: base64(audio), usage: { processedCharactersCount: 1 } } });
      const { words: said, start, end } = lists(within(words, piece));
      const wordAlignment = { words: said, wordStartTimeSeconds: start, wordEndTimeSeconds: end };
      send(id, { audioChunk: { timestampInfo: { wordAlignment } } });
    }
    send(id, { flushCompleted: {} });
    return true;
  };
  const finish = async (id: string, { text, speed }: Context): Promise<void> => {
    for (const piece of textPieces(text, charsPerGeneration)) {
      if (!(await generate(id, piece, speed))) return;
    }
    contexts.delete(id);
    send(id, { contextClosed: {} });
  };
  const refuse = (contextId: string | undefined, code: number): void =>
    connection.json({ result: { contextId, status: { code, message: "It is not possible", details: [] } } });

  return {
    binary: () => must(false, "a binary message"),
    text(line) {
      const { contextId: id, create, send_text: said, close_context: close } = JSON.parse(line) as Message;
      const context = contexts.get(id);
      if (create !== undefined) {
        must(context === undefined && contexts.size < contextsMax, "more contexts than it takes");
        for (const [name, value] of Object.entries(fixed)) must(create[name] === value, `field ${name}`);
        const { audioEncoding, sampleRateHertz, speakingRate: speed = 1 } = create.audioConfig ?? {};
        must(audioEncoding === "PCM" && sampleRateHertz === 16_000, "16 kHz PCM");
        contexts.set(id, { text: "", speed });
        if (mood === "refuses" || create["voiceId"] === unknownVoice) {
          contexts.delete(id);
          refused.add(id);
          return refuse(id, 5);
        }
        if (mood === "fails") return refuse(undefined, 16);
        send(id, { contextCreated: {} });
      } else if (context === undefined) {
        must(refused.has(id), "a message of no context");
      } else if (said !== undefined) {
        must(said.text !== "" && said.text.length <= charsPerMessageMax, "an empty text, or too much of it");
        context.text += said.text;
      } else {
        must(close !== undefined, "an unknown message");
        if (mood !== "silent") void finish(id, context);
      }
    },
  };
}
