// Embedded hearing: what the deployment's own recogniser hears, as checks of flows need to know it.

import type { ProviderSettings } from "./provider-contract.ts";
import type { Ears } from "./provider-settings.ts";

interface HeardWords {
  /** Free speech, and digits of any number. */
  readonly hearsAnything: boolean;
  /** Words need to have a pronunciation that the recogniser knows. */
  readonly needsPronunciations: boolean;
  /** The one language that is heard; absent: any. */
  readonly hearsOnly?: string;
}

interface HearingConfig {
  readonly speech: { readonly on: boolean };
  readonly providers: {
    readonly stt: ProviderSettings | undefined;
    readonly ears: Ears;
    readonly earsLanguage: string;
  };
}

export function heardWords({ speech, providers }: HearingConfig): HeardWords {
  const hearsAnything = providers.stt !== undefined || providers.ears === "open";
  const isEmbedded = speech.on && providers.stt === undefined;
  return {
    hearsAnything,
    needsPronunciations: speech.on && !hearsAnything,
    ...(isEmbedded && { hearsOnly: providers.earsLanguage }),
  };
}
