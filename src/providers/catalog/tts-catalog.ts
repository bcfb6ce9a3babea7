// Catalogue of voices: a row for each whose client works. It imports no vendor.

import type { CatalogRow } from "./catalog-row.ts";

export const ttsCatalog: readonly CatalogRow[] = [
  {
    kind: "tts",
    name: "builtin",
    title: "Built in",
    about: "Speaks English with three voices, inside the server.",
    key: "never",
    guided: false,
    microsPerMinute: 0,
  },
];
