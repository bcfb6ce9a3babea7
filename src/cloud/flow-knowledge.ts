// What the checker of flows can know about an account: which flows and secrets it has.

import { and, desc, eq, like } from "drizzle-orm";
import type { Db } from "../../db/open.ts";
import { flowRevisions, flows } from "../../db/schema.ts";
import { parseAddress } from "../base/address.ts";
import { type Allowed, allowsAddress, allowsHost } from "../base/outbound-allow.ts";
import type { Knowledge } from "../flow/load.ts";
import { readSource } from "../flow/source/read.ts";
import { listSecrets } from "./secrets.ts";

/** Texts that only happen to hold the id; none needs more. */
const candidatesMax = 20;

export function accountKnowledge(db: Db, accountId: string): Knowledge {
  let secrets: ReadonlySet<string> | undefined;
  return {
    resolveFlow: (id) => newestFlow(db, accountId, id),
    knowsSecret: (name) => {
      secrets ??= new Set(listSecrets(db, accountId).map((secret) => secret.name));
      return secrets.has(name);
    },
  };
}

/** What the operator lets tools and hooks reach besides public addresses. */
export function operatorAllows(rules: readonly Allowed[]): (host: string, port: number) => boolean {
  return (host, port) => {
    const address = parseAddress(host);
    return allowsHost(rules, host, port) || (address !== undefined && allowsAddress(rules, address, port));
  };
}

/** The text of the account's flow that calls itself so in its document; the last changed, if several do. */
function newestFlow(db: Db, accountId: string, id: string): string | undefined {
  // Signs that mean something to LIKE are in no id.
  if (!/^[a-z][a-z0-9_-]{0,63}$/.test(id)) return undefined;
  const current = and(eq(flowRevisions.flowId, flows.id), eq(flowRevisions.revision, flows.revision));
  return db
    .select({ source: flowRevisions.source })
    .from(flows)
    .innerJoin(flowRevisions, current)
    .where(and(eq(flows.accountId, accountId), like(flowRevisions.source, `%${id}%`)))
    .orderBy(desc(flows.updatedAt), desc(flows.id))
    .limit(candidatesMax)
    .all()
    .map(({ source }) => source)
    .find((source) => readSource(source).value?.get("id") === id);
}
