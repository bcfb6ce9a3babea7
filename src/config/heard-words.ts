// Heard words: what the deployment's own recogniser hears, as checks of flows need to know it.

import type { Config } from "../config.ts";

export interface HeardWords {
  /** Free speech, and digits of any number. */
  readonly hearsAnything: boolean;
  /** Words need to have a pronunciation that the recogniser knows. */
  readonly needsPronunciations: boolean;
}

export function heardWords({ speech, providers }: Pick<Config, "speech" | "providers">): HeardWords {
  const hearsAnything = providers.stt !== undefined || providers.ears === "open";
  return { hearsAnything, needsPronunciations: speech.on && !hearsAnything };
}
