// Voice names: which voice of a server speaks. A flow may name a voice that this server does not have; then the voice
// that was set up speaks, and the name is not tried again.

import { type ProviderContext, ProviderError } from "../provider-contract.ts";

/** Names that are remembered as unknown. */
const namesMax = 100;

/** Names of voices, one set for each server. */
export class VoiceNames {
  readonly #usual: string;
  readonly #unknown = new Set<string>();

  /** `usual`: the voice that was set up. */
  constructor(usual: string) {
    this.#usual = usual;
  }

  /** Speaks with this voice, or with the usual one if the server refuses the request because of the name. */
  async speak(
    voice: string,
    context: ProviderContext,
    attempt: (voice: string) => Promise<void>,
  ): Promise<void> {
    if (voice === this.#usual || this.#unknown.has(voice)) return attempt(this.#usual);
    try {
      await attempt(voice);
    } catch (error) {
      const isRefused = error instanceof ProviderError && error.kind === "bad_input";
      if (!isRefused || error.info.phase !== "start") throw error;
      await attempt(this.#usual);
      // The same text went well with the other name, so it was the name.
      if (this.#unknown.size < namesMax) this.#unknown.add(voice);
      context.log.warn("tts.voice_unknown", { provider: error.info.provider, detail: error.info.detail });
    }
  }
}
