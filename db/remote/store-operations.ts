// Store operations: the names of all that one process may ask of another's store. What is not among them cannot be
// asked for.

import type { Store } from "../port/store.ts";

type Groups = Omit<Store, "of" | "disk" | "isShared" | typeof Symbol.dispose>;

/** Functions cannot be sent: these wait for news, or work in a transaction of the process that has the data. */
type Local = "onAdded" | "resealAll";

export type Group = keyof Groups;
export type Operation<G extends Group> = Exclude<keyof Groups[G], Local>;

/** An operation that is not listed does not compile. */
const listed: { readonly [G in Group]: Readonly<Record<Operation<G>, true>> } = {
  accounts: {
    byEmail: true,
    byId: true,
    owner: true,
    setOwner: true,
    add: true,
    endLogins: true,
    confirm: true,
    page: true,
    close: true,
    shutAmong: true,
    leave: true,
    leaving: true,
    leftAmong: true,
    erase: true,
    erased: true,
    storedBytes: true,
  },
  access: {
    addLink: true,
    links: true,
    usableLink: true,
    revokeLink: true,
    addLogin: true,
    useLogin: true,
    logins: true,
    endLogin: true,
  },
  keys: { add: true, list: true, revoke: true, isLive: true, revokedAmong: true, use: true },
  flows: {
    add: true,
    list: true,
    find: true,
    live: true,
    revisions: true,
    publish: true,
    change: true,
    remove: true,
    newest: true,
    text: true,
    links: true,
    fixLinks: true,
    unnamed: true,
    nameDocument: true,
  },
  providers: { read: true, change: true },
  secrets: { list: true, put: true, remove: true, find: true },
  hooks: { add: true, list: true, change: true, remove: true, sealed: true },
  embeds: {
    add: true,
    list: true,
    find: true,
    change: true,
    revoke: true,
    byToken: true,
    countRefusal: true,
    pageOf: true,
  },
  assistants: { read: true, put: true },
  knowledge: {
    begin: true,
    extend: true,
    finish: true,
    list: true,
    remove: true,
    postings: true,
    passages: true,
  },
  ledger: { balance: true, lease: true, grant: true, books: true, page: true, totals: true },
  budgets: { read: true, put: true, reached: true },
  sessions: {
    begin: true,
    write: true,
    settle: true,
    list: true,
    open: true,
    find: true,
    byToken: true,
    adopt: true,
    openAt: true,
    sweep: true,
  },
  calls: { page: true, find: true, remark: true, entries: true, figures: true, flowFigures: true },
  outbox: {
    add: true,
    receivers: true,
    claim: true,
    remove: true,
    removeOf: true,
    removeOfSession: true,
    ofSession: true,
    doneOf: true,
    again: true,
    hasten: true,
    postpone: true,
    loads: true,
    waiting: true,
  },
  audit: { append: true, page: true, head: true, chains: true, seals: true, seal: true },
  seals: { fingerprint: true, setFingerprint: true, subjectKey: true },
  nodes: { join: true, beat: true, setState: true, list: true, forget: true, lead: true },
  rates: { exchange: true },
  retention: {
    rules: true,
    setRules: true,
    accounts: true,
    expire: true,
    expireByFlow: true,
    owners: true,
    setRecorded: true,
    sessionsOf: true,
    remove: true,
    addErasure: true,
    countErased: true,
    finishErasure: true,
    erasures: true,
    erasure: true,
    runningErasures: true,
    forgetErasures: true,
    forgetErased: true,
    clean: true,
  },
};

/** Each group with the names of its operations. */
export const storeOperations: readonly (readonly [group: Group, names: readonly string[]])[] = Object.entries(
  listed,
).map(([group, names]) => [group as Group, Object.keys(names)]);
