// Readiness routes: whether a load balancer should send calls here, and whether a supervisor should leave this process
// alone. `/health` says more, to people.

import { Elysia } from "elysia";
import { Type } from "typebox";
import { Fault } from "../base/fault.ts";
import type { Overload } from "../session/session-admission.ts";
import { operation } from "./http/route-operation.ts";
import { standard } from "./http/route-schema.ts";

/** Conditions of accepting calls. */
export interface Readiness {
  /** Speech is warm, or switched off. */
  readonly isWarm: boolean;
  readonly isDraining: boolean;
  /** The disk takes nothing new, or will soon. */
  readonly isFull: boolean;
  /** The database that several servers share takes nothing. */
  readonly isAway: boolean;
  /** Calls wait for this server. */
  readonly overload: Overload | undefined;
  readonly calls: number;
  readonly callsMax: number;
  /** Telephone numbers: one that is not registered keeps no other call away. */
  readonly phoning?: { readonly held: number; readonly registered: number } | undefined;
}

export const notReadyReasons = [
  "warming-up",
  "draining",
  "disk-full",
  "database-away",
  "lagging",
  "speech-queue",
  "full",
] as const;
export type NotReady = (typeof notReadyReasons)[number];

/** Reasons why no calls should come; empty: they may. */
export function notReady(now: Readiness): readonly NotReady[] {
  const reasons: readonly (readonly [NotReady, boolean])[] = [
    ["warming-up", !now.isWarm],
    ["draining", now.isDraining],
    ["disk-full", now.isFull],
    ["database-away", now.isAway],
    ["lagging", now.overload === "lagging"],
    ["speech-queue", now.overload === "speech-queue"],
    ["full", now.calls >= now.callsMax],
  ];
  return reasons.flatMap(([reason, isSo]) => (isSo ? [reason] : []));
}

const sentences: Readonly<Record<NotReady, string>> = {
  "warming-up": "warming-up: the speech engines are loading.",
  draining: "draining: this server is stopping and waits for running calls.",
  "disk-full": "disk-full: the disk is full or almost full.",
  "database-away": "database-away: the database cannot be reached.",
  lagging: "lagging: this server is too slow for its current calls.",
  "speech-queue": "speech-queue: calls wait for recognition and synthesis.",
  full: "full: the maximum number of calls is reached.",
};

/** A balancer looks again at once, and asks another meanwhile. */
const retryAfterSeconds = 1;

const ready = Type.Object(
  {
    ready: Type.Literal(true),
    calls: Type.Integer(),
    calls_max: Type.Integer(),
    phone_numbers: Type.Optional(Type.Integer({ description: "Phone numbers of this server; absent: none" })),
    phone_numbers_registered: Type.Optional(Type.Integer()),
  },
  { examples: [{ ready: true, calls: 3, calls_max: 100 }] },
);
const live = Type.Object({ live: Type.Literal(true) }, { examples: [{ live: true }] });

export function readyRoutes(now: () => Readiness) {
  return new Elysia({ name: "ready" })
    .get("/live", () => ({ live: true as const }), {
      response: { 200: standard(live) },
      detail: operation({
        summary: "Liveness",
        description:
          "Liveness: the process answers. Use only this check for restarts, because a restart ends calls.",
        tag: "engine",
        // A client in a page of any origin asks it whether the network or the call is gone.
        anyOrigin: true,
      }),
    })
    .get(
      "/ready",
      () => {
        const { calls, callsMax, phoning, ...rest } = now();
        const why = notReady({ calls, callsMax, ...rest }).map((reason) => sentences[reason]);
        if (why.length > 0) throw new Fault("server/not-ready", why.join(" "), { retryAfterSeconds });
        const { held = 0, registered = 0 } = phoning ?? {};
        const numbers = { phone_numbers: held, phone_numbers_registered: registered };
        return { ready: true as const, calls, calls_max: callsMax, ...(held > 0 && numbers) };
      },
      {
        response: { 200: standard(ready) },
        detail: operation({
          summary: "Readiness",
          description:
            "Readiness for load balancers: whether calls are accepted. If not, the status is 503 and the answer lists all reasons.",
          tag: "engine",
          problems: ["server/not-ready"],
        }),
      },
    );
}
