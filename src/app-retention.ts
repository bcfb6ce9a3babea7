// Composition of retention: expiry by age, erasure on request, and their routes.

import type { AnyElysia } from "elysia";
import type { AuditAction } from "../db/port/audit-store.ts";
import type { Store } from "../db/port/store.ts";
import type { ClockAndLog } from "./app-calls.ts";
import type { Prompts } from "./app-prompts.ts";
import { newId } from "./base/id.ts";
import { bulkWork } from "./base/limits/bulk-work.ts";
import type { Flights } from "./calls/flight/flights.ts";
import type { Recordings } from "./calls/recordings.ts";
import type { AccountSounds } from "./calls/sounds/account-sounds.ts";
import { entryOf } from "./cloud/audit-trail.ts";
import type { SubjectIndex } from "./cloud/subject-index.ts";
import type { Membership } from "./cluster/membership.ts";
import type { OtherNodesFiles } from "./cluster/other-nodes-files.ts";
import type { Config } from "./config.ts";
import type { HookDelivery } from "./hooks/delivery.ts";
import { type ErasedSubject, subjectErased } from "./hooks/subject-event.ts";
import { AccountErasures } from "./retention/account-erasures.ts";
import { Erasures } from "./retention/erasures.ts";
import { Expiry } from "./retention/expiry.ts";
import type { NotePrivacy, PrivacyFact } from "./retention/privacy-fact.ts";
import { SessionEraser } from "./retention/session-eraser.ts";
import { Slices } from "./retention/slices.ts";
import type { RecordingRouteOptions } from "./routes/call/recording-routes.ts";
import type { Gate } from "./routes/http/auth.ts";
import { accountExportRoutes } from "./routes/privacy/account-export-routes.ts";
import { erasureRoutes } from "./routes/privacy/erasure-routes.ts";
import { exportRoutes } from "./routes/privacy/export-routes.ts";
import { retentionRoutes } from "./routes/privacy/retention-routes.ts";
import type { Sessions } from "./session/session-registry.ts";

interface RetentionParts extends ClockAndLog {
  readonly store: Store;
  readonly owned: AsyncDisposableStack;
  readonly node: Membership;
  readonly recordings: Recordings;
  readonly sounds: Pick<AccountSounds, "erase">;
  readonly prompts: Pick<Prompts, "forget"> | undefined;
  readonly delivery: HookDelivery;
  readonly sessions: Pick<Sessions, "endStartedBy">;
  /** Absent without other nodes. */
  readonly others: OtherNodesFiles | undefined;
}

export interface Retention {
  readonly eraser: SessionEraser;
  readonly erasures: Erasures;
  readonly expiry: Expiry;
  readonly accounts: AccountErasures;
}

/** Deletes some 700 rows a second. */
const restMs = 50;

/** Begins with the leftovers of the last process. */
export function openRetention({ retention: days }: Config, parts: RetentionParts): Retention {
  const { owned, clock, recordings, delivery, others } = parts;
  const slices = new Slices({ clock, bulkWork });
  const eraser = new SessionEraser({
    ...parts,
    slices,
    eraseFiles: async (ids) => (await recordings.erase(ids)) + ((await others?.erase(ids)) ?? 0),
    forgetHooks: (sessionId) => delivery.forgetSession(sessionId),
  });
  const told = (erased: ErasedSubject) => tellHooks(erased, parts);
  return {
    eraser,
    erasures: owned.use(new Erasures({ ...parts, eraser, told })),
    accounts: owned.use(
      new AccountErasures({
        ...parts,
        eraser,
        slices,
        end: (id) => parts.sessions.endStartedBy(id),
        eraseSounds: async (id) => {
          await parts.sounds.erase(id);
          await parts.prompts?.forget(id);
        },
      }),
    ),
    expiry: owned.use(new Expiry({ ...parts, slices, days, restMs })),
  };
}

async function tellHooks(erased: ErasedSubject, { store, clock, delivery }: RetentionParts): Promise<void> {
  const at = clock.wall();
  const hooks = await store.of(erased.accountId).hooks.list(erased.accountId);
  for (const event of subjectErased(erased, { hooks, id: newId("msg", at), at })) delivery.enqueue(event);
  await delivery.flush();
}

interface PrivacyRouteParts
  extends ClockAndLog, Pick<RecordingRouteOptions, "nodeId" | "fetchFrom" | "trail"> {
  readonly store: Store;
  readonly gate: Gate;
  readonly sessions: Pick<Sessions, "flush" | "connectedMs">;
  readonly flights: Flights;
  readonly recordings: Recordings;
  readonly sounds: AccountSounds;
  readonly subjects: SubjectIndex;
  readonly others: OtherNodesFiles | undefined;
  /** Answers a request as if it came from outside. */
  readonly handle: (request: Request) => Promise<Response>;
}

/** Names in the audit log. */
const actions = {
  "retention.changed": "retention.changed",
  "session.erased": "session.deleted",
  "erasure.asked": "subject.erased",
  "subject.exported": "subject.exported",
  "account.exported": "account.exported",
} as const satisfies Record<PrivacyFact["type"], AuditAction>;

/** Never a subject itself: the entry outlives the erased data. */
function targetOf(fact: PrivacyFact): string | undefined {
  if (fact.type === "session.erased") return fact.sessionId;
  return fact.type === "erasure.asked" ? fact.erasureId : undefined;
}

/** Retention, erasure and export of a person's data. */
export function privacyRoutes(
  { retention: days }: Config,
  retention: Retention,
  parts: PrivacyRouteParts,
): readonly AnyElysia[] {
  const { clock, gate, trail } = parts;
  const noted: NotePrivacy = (request, fact) => {
    const { accountId, type } = fact;
    const entry = { accountId, at: clock.wall(), action: actions[type], target: targetOf(fact) };
    return trail.append(entryOf(gate.authorOf(request), entry));
  };
  const changed = (): void => retention.expiry.soon();
  return [
    retentionRoutes({ ...parts, days, changed, noted }),
    erasureRoutes({ ...parts, ...retention, noted }),
    exportRoutes({ ...parts, noted }),
    accountExportRoutes({ ...parts, noted }),
  ];
}
