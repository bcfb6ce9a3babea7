// Provider catalogue: the providers, as data. It imports no vendor; a name is added when its client works, not
// earlier.

import type { CatalogRow, ProviderKind } from "./catalog-row.ts";
import { llmCatalog } from "./llm-catalog.ts";
import { sttCatalog } from "./stt-catalog.ts";
import { ttsCatalog } from "./tts-catalog.ts";

export const catalog: readonly CatalogRow[] = [...sttCatalog, ...ttsCatalog, ...llmCatalog];

export function findProvider(kind: ProviderKind, name: string): CatalogRow | undefined {
  return catalog.find((row) => row.kind === kind && row.name === name);
}

/** Vendor of an address, by host. `name` chooses among several rows of that vendor. */
export function findProviderAt(kind: ProviderKind, address: string, name = ""): CatalogRow | undefined {
  const host = URL.parse(address)?.host;
  const rows = catalog.filter(
    (row) => row.kind === kind && row.address !== undefined && URL.parse(row.address)?.host === host,
  );
  return rows.find((row) => row.name === name) ?? rows[0];
}
