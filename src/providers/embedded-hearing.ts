// Embedded hearing: the language of the server's own recogniser, for checks of flows.

import type { ProviderSettings } from "./provider-contract.ts";

interface HearingConfig {
  readonly speech: { readonly on: boolean };
  readonly providers: { readonly stt: ProviderSettings | undefined; readonly earsLanguage: string };
}

/** The only language heard; undefined: any language, or no recogniser. */
export function languageHeard({ speech, providers }: HearingConfig): string | undefined {
  return speech.on && providers.stt === undefined ? providers.earsLanguage : undefined;
}
