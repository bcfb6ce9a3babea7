// Recogniser factory: from settings to clients. The one place that knows which client stands behind which name of the
// catalogue of recognisers; "builtin" is not a client and is opened with the engine.

import type { ProviderSettings, Stt } from "./provider-contract.ts";

const clients: Readonly<Record<string, (settings: ProviderSettings) => Stt>> = {};

/** Undefined for a name without a client. */
export function openStt(settings: ProviderSettings): Stt | undefined {
  return clients[settings.provider]?.(settings);
}
