// Postgres tables: the tables of db/schema.ts in Postgres, for drizzle and for the migrations of `drizzle-kit generate
// --dialect postgresql`.

import { sql } from "drizzle-orm";
import { index } from "drizzle-orm/pg-core";
import * as file from "../schema.ts";
import { derived } from "./derived-tables.ts";

export const accounts = derived(file.accounts);
export const flows = derived(file.flows);
export const flowRevisions = derived(file.flowRevisions);
export const flowLinks = derived(file.flowLinks);
export const sessions = derived(file.sessions);
export const sessionEvents = derived(file.sessionEvents);
export const ledgerEntries = derived(file.ledgerEntries, {
  checks: { ledger_entries_micros: sql`${file.ledgerEntries.micros} between 0 and 9007199254740991` },
});
export const balances = derived(file.balances);
export const holds = derived(file.holds);
export const providerSettings = derived(file.providerSettings);
export const providerKeys = derived(file.providerKeys);
export const secrets = derived(file.secrets);
export const hooks = derived(file.hooks);
export const hookDeliveries = derived(file.hookDeliveries);
export const sessionSnapshots = derived(file.sessionSnapshots);
export const meta = derived(file.meta);
export const apiKeys = derived(file.apiKeys);
export const logins = derived(file.logins);
export const links = derived(file.links);
export const auditEntries = derived(file.auditEntries);
export const auditHeads = derived(file.auditHeads);
export const callWords = derived(file.callWords, {
  indexes: [index("call_words_terms").using("gin", sql`string_to_array(${file.callWords.terms}, ' ')`)],
});
export const callTags = derived(file.callTags);
export const doneDeliveries = derived(file.doneDeliveries);
export const callDays = derived(file.callDays);
export const callDayLatencies = derived(file.callDayLatencies);
export const callFlowDays = derived(file.callFlowDays);
export const budgets = derived(file.budgets);
export const assistants = derived(file.assistants);
export const embeds = derived(file.embeds);
export const embedSessions = derived(file.embedSessions);
export const embedRefusals = derived(file.embedRefusals);
export const knowledgeSources = derived(file.knowledgeSources);
export const knowledgePassages = derived(file.knowledgePassages);
export const knowledgeTerms = derived(file.knowledgeTerms);
export const nodes = derived(file.nodes);
export const singletons = derived(file.singletons);
export const rateCounts = derived(file.rateCounts);
export const phoneNumbers = derived(file.phoneNumbers);
export const phoneCalls = derived(file.phoneCalls);
export const retentionRules = derived(file.retentionRules);
export const erasedSessions = derived(file.erasedSessions);
export const erasures = derived(file.erasures);
export const storageTotals = derived(file.storageTotals);
