// Echo line: the agent's echo in a microphone, and the gate's decisions about it.

import { EchoEstimate } from "../../../src/audio/echo-estimate.ts";
import { type Frame, toFrames } from "../../../src/audio/frame.ts";
import { NoiseGate } from "../../../src/audio/noise-gate.ts";
import { joined } from "./callers.ts";

export const attenuated = (frame: Frame, decibels: number): Frame =>
  frame.map((sample) => sample * 10 ** (decibels / 20));

/** The played audio, later and softer; the delay need not be whole frames. */
export function echoOf(played: readonly Frame[], decibels: number, delayMs: number): Frame[] {
  const pcm = joined(...played);
  const late = joined(new Int16Array(delayMs * 16), pcm);
  return toFrames(late).map((frame) => attenuated(frame, decibels));
}

/** Whether the gate was open in each frame while the agent spoke: `back` is the echo in the microphone. */
export function openFrames(played: readonly Frame[], back: (at: number) => Frame): boolean[] {
  const [gate, echo] = [new NoiseGate(), new EchoEstimate()];
  const sentAhead = 10;
  for (const [at, frame] of played.slice(0, sentAhead).entries()) echo.play(frame, at * 20);
  return played.map((_, at) => {
    const heard = back(at);
    const open = gate.open(heard, echo.next(heard));
    const next = played[at + sentAhead];
    if (next !== undefined) echo.play(next, (sentAhead - 1) * 20);
    return open;
  });
}
