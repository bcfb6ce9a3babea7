// Embedded hearing: what the deployment's own recogniser hears, as checks of flows need to know it.

import type { ProviderSettings } from "./provider-contract.ts";

interface HearingConfig {
  readonly speech: { readonly on: boolean };
  readonly providers: { readonly stt: ProviderSettings | undefined; readonly earsLanguage: string };
}

/** The one language that is heard; undefined: any, or nobody is heard. */
export function languageHeard({ speech, providers }: HearingConfig): string | undefined {
  return speech.on && providers.stt === undefined ? providers.earsLanguage : undefined;
}
