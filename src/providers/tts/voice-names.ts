// Voice names: the voice that a server speaks with. If a flow names a voice that this server lacks, the
// configured voice speaks, and the name is not tried again.

import { type ProviderContext, ProviderError } from "../provider-contract.ts";

/** Maximum number of remembered unknown names. */
const namesMax = 100;

/** Names of voices, one set per server. */
export class VoiceNames {
  readonly #usual: string;
  readonly #unknown = new Set<string>();

  /** `usual`: the voice that was set up. */
  constructor(usual: string) {
    this.#usual = usual;
  }

  /** Speaks with this voice, or with the configured one if the server rejects the request because of the name. */
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
      // The same text succeeded with the other name, so the name was the reason.
      if (this.#unknown.size < namesMax) this.#unknown.add(voice);
      context.log.warn("tts.voice_unknown", { provider: error.info.provider, detail: error.info.detail });
    }
  }
}
