// Own voices: the voices that we have trained, and what each needs to speak as fast and as loud as the others.

import heartSound from "./heart/sound.int8.onnx" with { type: "file" };
import heartStyle from "./heart/style.f16" with { type: "file" };
import heartText from "./heart/text.int8.onnx" with { type: "file" };
import michaelSound from "./michael/sound.int8.onnx" with { type: "file" };
import michaelStyle from "./michael/style.f16" with { type: "file" };
import michaelText from "./michael/text.int8.onnx" with { type: "file" };
import type { OwnVoiceName } from "../speech-message.ts";
import type { VoiceFiles } from "./voice-networks.ts";

export interface OwnVoiceRow {
  readonly files: VoiceFiles;
  /** Brings the voice to 165 words a minute in running speech; 1 is as it was made. */
  readonly pace: number;
  /** Brings it to -19 dB in running speech. */
  readonly gain: number;
}

export const ownVoiceRows: Readonly<Record<OwnVoiceName, OwnVoiceRow>> = {
  heart: { files: { text: heartText, sound: heartSound, style: heartStyle }, pace: 0.76, gain: 1.5 },
  michael: { files: { text: michaelText, sound: michaelSound, style: michaelStyle }, pace: 0.87, gain: 1.7 },
};
