// Client answers: replies to a client's own messages and audio, one message each.

import { unreachable } from "../base/assert.ts";
import type { Limits } from "./connection-limits.ts";
import type { Refusal } from "./message-decoder.ts";
import { label } from "./message-envelope.ts";
import type { Outbox } from "./message-sender.ts";
import type { UplinkVerdict } from "./uplink.ts";

export class ClientAnswers {
  readonly #outbox: Outbox;
  readonly #limits: Limits;

  constructor(outbox: Outbox, limits: Limits) {
    this.#outbox = outbox;
    this.#limits = limits;
  }

  /** A client could not match an answer without an id. */
  done(id: string | undefined, data: { t: string; d: Record<string, unknown> }): void {
    if (id !== undefined) this.#outbox.send({ type: "server-response", id, data });
  }

  refuse({ id, code, error, param }: Omit<Refusal, "kind">): void {
    const data = { error, code, ...(param === undefined ? {} : { param }) };
    this.#outbox.send({ type: "error-response", ...(id === undefined ? {} : { id }), data });
  }

  wrongLabel(): void {
    this.#outbox.warn("wrong_label", `Messages with a label other than ${label} are ignored.`);
  }

  notJson(): void {
    const error =
      'The text is not a JSON object such as {"type": "client-ready"}; audio goes as binary messages.';
    this.#outbox.send({ type: "error", data: { error, message: error, fatal: false, code: "invalid_json" } });
  }

  tooManyTexts(): void {
    this.#outbox.warn("message_overrun", "Messages come too fast; some were dropped.");
  }

  /** Reports the fate of audio. Returns the reason to end the connection, if any. */
  audio(verdict: UplinkVerdict): "bad_request" | "flood" | undefined {
    switch (verdict) {
      case "fine":
        return undefined;
      case "encoded": {
        const message =
          "The audio begins like a file or a coded stream, such as WebM, Ogg or WAV: send the samples alone, PCM16, 16 kHz, mono.";
        this.#outbox.warn("audio_encoded", message);
        return undefined;
      }
      case "noise": {
        const message =
          "The audio is heard as noise: send PCM16, 16 kHz, mono, the low byte of each sample first, and no byte more.";
        this.#outbox.warn("audio_noise", message);
        return undefined;
      }
      case "overrun":
        this.#outbox.warn("audio_overrun", "Audio comes faster than real time; the oldest was dropped.");
        return undefined;
      case "too_large": {
        const { binaryBytesMax } = this.#limits;
        const message = `A binary message of more than ${binaryBytesMax} bytes was dropped.`;
        this.#outbox.warn("frame_too_large", message);
        return undefined;
      }
      case "too_large_often":
        return "bad_request";
      case "flood":
        return "flood";
      default:
        return unreachable(verdict);
    }
  }
}
