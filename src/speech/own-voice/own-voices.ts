// Own voices: the voices that we have trained, and what each needs to speak as fast and as loud as the others.

import { packedAsset } from "../../base/asset.ts";
import type { Voice } from "../speech-message.ts";

/** The networks of a voice, and the table that makes them speak as one person. */
export interface VoiceFiles {
  readonly text: Uint8Array;
  readonly sound: Uint8Array;
  readonly style: Uint8Array<ArrayBuffer>;
}

export async function voiceFiles(name: Voice): Promise<VoiceFiles> {
  return {
    text: await packedAsset(name, "text.int8.onnx"),
    sound: await packedAsset(name, "sound.int8.onnx"),
    style: await packedAsset(name, "style.f16"),
  };
}

export interface OwnVoiceRow {
  /** Brings the voice to 165 words a minute in running speech; 1 is as it was made. */
  readonly pace: number;
  /** Brings it to -19 dB in running speech. */
  readonly gain: number;
}

export const ownVoiceRows: Readonly<Record<Voice, OwnVoiceRow>> = {
  heart: { pace: 0.76, gain: 1.5 },
  michael: { pace: 0.87, gain: 1.7 },
};
