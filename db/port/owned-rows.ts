// Owned rows: the rows of an account, in the order of their deletion, the same in both stores.

/** Tables with the number of rows deleted at once: a flow takes its revisions along, a source its passages. */
export const ownedRows = [
  ["flows", 2],
  ["knowledgeSources", 1],
  ["hookDeliveries", 500],
  ["doneDeliveries", 500],
  ["callDays", 500],
  ["callDayLatencies", 500],
  ["callFlowDays", 500],
  ["budgets", 1],
  ["embeds", 100],
  ["phoneCalls", 500],
  ["phoneNumbers", 100],
  ["apiKeys", 500],
  ["logins", 500],
  ["links", 500],
  ["hooks", 500],
  ["secrets", 500],
  ["providerKeys", 500],
  ["providerSettings", 1],
  ["assistants", 100],
  ["retentionRules", 1],
  ["erasures", 500],
  ["storageTotals", 500],
] as const;

export type OwnedRows = (typeof ownedRows)[number][0];
