// Catalogue of recognisers: a row for each whose client works. It imports no vendor.

import type { CatalogRow } from "./catalog-row.ts";

export const sttCatalog: readonly CatalogRow[] = [
  {
    kind: "stt",
    name: "builtin",
    title: "Built in",
    about: "Recognises set phrases, digits and numbers in English, inside the server.",
    key: "never",
    guided: true,
    microsPerMinute: 0,
  },
];
