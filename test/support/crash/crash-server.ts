// Crash server: the real app over real files, made to be killed, with speech that needs no engines and a clock that
// runs sixty times as fast (or CLOCK_SPEED times), so that heartbeats, minutes and time-outs fall between the kills.

import { openApp } from "../../../src/app.ts";
import { type Clock, wallClock } from "../../../src/base/clock.ts";
import { openLog } from "../../../src/base/log.ts";
import { readConfig } from "../../../src/config.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../fakes/fake-speech.ts";

const speed = Number(process.env["CLOCK_SPEED"] ?? 60);
/** The same for each start, so that time never decreases. */
const origin = Number(process.env["CLOCK_ORIGIN"]);

const clock: Clock = {
  now: () => wallClock.now() * speed,
  wall: () => origin + Math.round((wallClock.wall() - origin) * speed),
  after: (ms, fire) => wallClock.after(ms / speed, fire),
};

const log = openLog({ level: "info", format: "json" });
const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
const { app } = await openApp(readConfig(), { clock, log, speech });
app.listen({ hostname: "127.0.0.1", port: 0 });
log.info("server.listening", { url: `http://127.0.0.1:${app.server?.port}` });
