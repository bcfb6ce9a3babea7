// Stored flows: texts with a name, a revision number, and an owning account. Whether they can run is not checked
// here.

import type {
  FlowChange,
  FlowKey,
  FlowRefusal,
  NewFlow as NewRow,
  StoredFlow,
} from "../../db/port/flow-store.ts";
import type { Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import { type ChangeAuthor, entriesOf } from "./audit-trail.ts";

export type NewFlow = Omit<NewRow, "id"> & ChangeAuthor;

const flowsMax = 1_000;
/**
 * Enough to find last week's loss; each may be as long as a flow. Revisions called by other flows are kept in
 * addition.
 */
const revisionsKept = 50;

/** Throws `account/limit`. */
export async function createFlow(store: Pick<Store, "of">, { by, ...flow }: NewFlow): Promise<StoredFlow> {
  const { accountId, at } = flow;
  const id = newId("flow", at);
  const [entry] = entriesOf({ by, at }, { accountId, action: "flow.made", target: id });
  const stored = await store.of(accountId).flows.add({ ...flow, id }, flowsMax, entry);
  if (stored !== undefined) return stored;
  throw new Fault("account/limit", `An account has at most ${flowsMax} flows: delete one first.`);
}

/** Throws `flow/not-found`, also for another account's. */
export async function getFlow(store: Pick<Store, "of">, { accountId, flowId }: FlowKey): Promise<StoredFlow> {
  const flow = await store.of(accountId).flows.find({ accountId, flowId });
  if (flow === undefined) throw faultOf("missing");
  return flow;
}

/**
 * A change without effect, or of the layout only, makes no revision; one that calls other revisions of other flows
 * does. Throws `flow/not-found` and `request/precondition`.
 */
export async function saveFlow(
  store: Pick<Store, "of">,
  key: FlowKey,
  { by, ...change }: FlowChange & ChangeAuthor,
): Promise<StoredFlow> {
  const { accountId, flowId: target } = key;
  const [entry] = entriesOf({ by, at: change.at }, { accountId, action: "flow.changed", target });
  const saved = await store.of(accountId).flows.change(key, { ...change, entry }, revisionsKept);
  if (saved === "missing" || "atRevision" in saved) throw faultOf(saved);
  return saved;
}

/** A stored revision with its text. Throws `flow/not-found` and `flow/revision-not-found`. */
export async function getRevision(
  store: Pick<Store, "of">,
  { accountId, flowId, revision }: FlowKey & { readonly revision: number },
): Promise<StoredFlow> {
  const flow = await getFlow(store, { accountId, flowId });
  const source = await store.of(accountId).flows.text({ flowId, revision });
  if (source === undefined) throw revisionGone(revision);
  return { ...flow, revision, source };
}

/**
 * Gives calls this revision from now on; null: always the newest. Throws `flow/not-found`, `flow/revision-not-found`
 * and `request/precondition`.
 */
export async function publishFlow(
  store: Pick<Store, "of">,
  key: FlowKey,
  { revision, ...doing }: ChangeAuthor & { readonly revision: number | null },
): Promise<void> {
  const { accountId, flowId: target } = key;
  const details = revision === null ? { kind: "newest" } : {};
  const [entry] = entriesOf(doing, { accountId, action: "flow.published", target, details });
  const refused = await store.of(accountId).flows.publish(key, revision, entry);
  if (refused === "gone") throw revisionGone(revision);
  if (refused !== undefined) throw faultOf(refused);
}

function revisionGone(revision: number | null): Fault {
  const message = `Revision ${revision} is no longer stored: GET /v1/flows/{flow_id}/revisions lists the stored ones.`;
  return new Fault("flow/revision-not-found", message);
}

/** Deletes a flow with all its revisions. A running session has its own copy. Throws like `saveFlow`. */
export async function deleteFlow(
  store: Pick<Store, "of">,
  key: FlowKey,
  doing?: ChangeAuthor,
): Promise<void> {
  const { accountId, flowId: target } = key;
  const [entry] = entriesOf(doing, { accountId, action: "flow.deleted", target });
  const refused = await store.of(accountId).flows.remove(key, entry);
  if (refused !== undefined) throw faultOf(refused);
}

function faultOf(refused: FlowRefusal): Fault {
  if (refused === "missing")
    return new Fault("flow/not-found", "There is no such flow in this account: GET /v1/flows lists them.");
  return new Fault(
    "request/precondition",
    `The flow is at revision ${refused.atRevision} now: load it again, or send the change without If-Match.`,
  );
}
