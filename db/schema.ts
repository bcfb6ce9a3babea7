// Schema: every table of the stored data, described once, as SQLite's. postgres/postgres-tables.ts derives Postgres'.
// Money is whole micro-cents, times are epoch milliseconds; seconds and cents exist only at the edge of the API.

export * from "./tables/account-tables.ts";
export * from "./tables/audit-tables.ts";
export * from "./tables/call-tables.ts";
export * from "./tables/embed-tables.ts";
export * from "./tables/flow-tables.ts";
export * from "./tables/knowledge-tables.ts";
export * from "./tables/ledger-tables.ts";
export * from "./tables/node-tables.ts";
export * from "./tables/phone-tables.ts";
export * from "./tables/retention-tables.ts";
export * from "./tables/session-tables.ts";
export * from "./tables/settings-tables.ts";
