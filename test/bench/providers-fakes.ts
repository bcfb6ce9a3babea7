// Providers benchmark servers: a fake recogniser, model and voice in a process of their own, each of which includes the
// send time in its words or samples. Prints one JSON line with their addresses.

import { writeWav } from "../../src/audio/wav.ts";
import type { HttpScript } from "../support/providers/fake-http.ts";
import { FakeSocketServer } from "../support/providers/fake-socket.ts";
import type { StreamScript } from "../support/providers/stream-server.ts";
import { fakeDeepgram } from "../support/providers/stt/fake-deepgram.ts";
import { FakeSpeechServer } from "../support/providers/tts/fake-speech-server.ts";
import { ChatServer, doneMark, finish, role, say, usage } from "../support/servers/chat-server.ts";
import { sharedMicros } from "./shared-clock.ts";
import { samplesOfMicros } from "./time-in-samples.ts";

/** More than any run needs. */
const scriptsMax = 20_000;

const ear = await FakeSocketServer.open((connection) => {
  const send = connection.say.bind(connection);
  connection.say = (message) => {
    const stamp = `"transcript":"${sharedMicros()}"`;
    send(typeof message === "string" ? message.replace('"transcript":"yes"', stamp) : message);
  };
  return fakeDeepgram(connection);
});

const chat = await ChatServer.open();
/** Each part is made when it is sent. */
const answer: StreamScript = {
  parts: [
    role(),
    {
      get data() {
        const part = say(`${sharedMicros()} `);
        return "data" in part ? part.data : "";
      },
    },
    say("and nothing more."),
    finish(),
    usage(10, 5),
    doneMark,
  ],
};
chat.script(...Array.from({ length: scriptsMax }, () => answer));

const voice = await FakeSpeechServer.open("speaches");
const speech: HttpScript = {
  headers: { "Content-Type": "audio/wav" },
  get parts() {
    const pcm = new Int16Array(16_000);
    pcm.set(samplesOfMicros(sharedMicros()));
    return [writeWav({ rate: 16_000, pcm })];
  },
  framing: "chunked",
};
voice.scripts.push(...Array.from({ length: scriptsMax }, () => speech));

process.stdout.write(
  `${JSON.stringify({ ear: ear.url, chat: chat.baseUrl, voice: voice.baseUrl("speaches") })}\n`,
);
