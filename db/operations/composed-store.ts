// Composed store: the operations of either store, from an executor and the statements that differ.

import type { LedgerStore } from "../port/ledger-store.ts";
import type { RetentionStore } from "../port/retention-store.ts";
import type { SessionStore } from "../port/session-store.ts";
import type { AccountData, Store } from "../port/store.ts";
import { accessIn } from "./access-in-store.ts";
import { accountsIn } from "./accounts-in-store.ts";
import { auditIn } from "./audit-in-store.ts";
import { budgetsIn } from "./budgets-in-store.ts";
import { callsIn, type IdsByWords } from "./calls-in-store.ts";
import { embedsIn } from "./embeds-in-store.ts";
import { flowsIn } from "./flows-in-store.ts";
import { keysIn } from "./keys-in-store.ts";
import { knowledgeIn, type TermStatements } from "./knowledge-in-store.ts";
import { ledgerIn } from "./ledger-in-store.ts";
import { nodesIn, ratesIn } from "./nodes-in-store.ts";
import { outboxIn, type OutboxParts } from "./outbox-in-store.ts";
import { phoneIn } from "./phone-in-store.ts";
import { retentionIn } from "./retention-in-store.ts";
import { sealsIn } from "./seals-in-store.ts";
import { type SessionLists, sessionListsIn } from "./session-lists.ts";
import { assistantsIn, hooksIn, providersIn, secretsIn } from "./settings-in-store.ts";
import type { Executor } from "./work.ts";

export interface StoreParts {
  readonly executor: Executor;
  readonly termStatements: TermStatements;
  readonly idsByWords: IdsByWords;
  readonly outbox: OutboxParts;
  /** Money in motion: each store has statements of its own. */
  readonly lease: LedgerStore["lease"];
  readonly sessions: Omit<SessionStore, keyof SessionLists>;
  /** Gives up the room of deleted data. */
  readonly clean: RetentionStore["clean"];
}

export function composedStore(parts: StoreParts): Omit<Store, "isShared" | "disk" | typeof Symbol.dispose> {
  const { executor, lease } = parts;
  const all: AccountData = {
    flows: flowsIn(executor),
    keys: keysIn(executor),
    providers: providersIn(executor),
    secrets: secretsIn(executor),
    hooks: hooksIn(executor),
    assistants: assistantsIn(executor),
    embeds: embedsIn(executor),
    phone: phoneIn(executor),
    knowledge: knowledgeIn(executor, parts.termStatements),
    ledger: { ...ledgerIn(executor), lease },
    budgets: budgetsIn(executor),
    sessions: { ...sessionListsIn(executor), ...parts.sessions },
    calls: callsIn(executor, parts.idsByWords),
    audit: auditIn(executor),
  };
  return {
    ...all,
    // One file, or one database, has the data of every account.
    of: () => all,
    accounts: accountsIn(executor),
    access: accessIn(executor),
    outbox: outboxIn(executor, parts.outbox),
    seals: sealsIn(executor),
    nodes: nodesIn(executor),
    rates: ratesIn(executor),
    retention: retentionIn(executor, parts.clean),
  };
}
