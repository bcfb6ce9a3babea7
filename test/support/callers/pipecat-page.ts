// Pipecat page: an app's page for the published client, a script that makes one and listens to its audio.

import { WavMediaManager } from "@pipecat-ai/small-webrtc-transport";
import { PipecatSession } from "./pipecat-session.ts";

declare global {
  var pipecat: PipecatSession;
  /** Number of hundredths of a second in which the agent was loud. */
  var pipecatHeard: number;
}

globalThis.pipecatHeard = 0;
globalThis.pipecat = new PipecatSession(new WavMediaManager());
globalThis.pipecat.client.on("trackStarted", (track, participant) => {
  if (participant?.local === true || track.kind !== "audio") return;
  const stream = new MediaStream([track]);
  // Chromium lets a peer's audio flow only while an element plays it.
  const pump = new Audio();
  pump.muted = true;
  pump.srcObject = stream;
  void pump.play();
  const context = new AudioContext();
  const ear = new AnalyserNode(context, { fftSize: 512 });
  context.createMediaStreamSource(stream).connect(ear);
  const samples = new Float32Array(512);
  setInterval(() => {
    ear.getFloatTimeDomainData(samples);
    const energy = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    if (Math.sqrt(energy) > 0.01) globalThis.pipecatHeard++;
  }, 10);
});
