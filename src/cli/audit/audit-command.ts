// Command `audit`: verifies the hash chains of the audit log and their seals, or prints its entries as JSON lines.

import { parseArgs } from "node:util";
import { proveChain } from "../../../db/audit-proof.ts";
import { brokenSeals } from "../../../db/audit-seal.ts";
import { type AuditCrown, type AuditRow, deploymentChain } from "../../../db/port/audit-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { deriveKey } from "../../cloud/master-key.ts";
import type { Config } from "../../config.ts";
import { configOrSay } from "../command-config.ts";
import { masterKeyOf, orSay, withStore } from "../stored-data.ts";
import { misuse } from "../mistakes/misuse.ts";

const usage = "audit verify|export [--account ID]";

export async function audit(args: readonly string[]): Promise<number> {
  let account: string | undefined;
  let positionals: readonly string[];
  try {
    const options = { account: { type: "string" } } as const;
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    ({ positionals } = parsed);
    ({ account } = parsed.values);
  } catch {
    console.error(misuse(usage, args));
    return 2;
  }
  const [action] = positionals;
  const work = action === "verify" ? verify : action === "export" ? exportAll : undefined;
  if (work === undefined || positionals.length !== 1) {
    console.error(misuse(usage, args));
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  return orSay(config, () =>
    withStore(config, async (store) => {
      const chains = await store.audit.chains();
      if (account === undefined) return await work({ store, config, chains });
      if (chains.includes(account)) return await work({ store, config, chains: [account] });
      console.error(
        `The audit log has no entries of "${account}". Give the id of an account (acc_…), or ${deploymentChain}.`,
      );
      return 1;
    }),
  );
}

interface Work {
  readonly store: Pick<Store, "audit" | "seals">;
  readonly config: Config;
  readonly chains: readonly string[];
}

/** Exits with 1 if an entry was changed, or a sealed entry is missing. */
async function verify({ store, config, chains }: Work): Promise<number> {
  const master = await masterKeyOf(store, config);
  // Before the entries, so that all sealed ones are among them.
  const seals = await store.audit.seals();
  const sealed = new Map(seals.heads.map((head) => [head.chain, head]));
  const problems = master.key === undefined ? [] : brokenSeals(deriveKey(master.key, "audit"), seals);
  let [entries, unsealed] = [0, 0];
  let isWhole = problems.length === 0;
  for (const problem of problems) console.error(problem);
  for (const chain of chains) {
    const { head, broken } = await proveChain(store.audit, chain, sealed.get(chain));
    entries += head.number;
    unsealed += head.number - (sealed.get(chain)?.number ?? 0);
    if (broken === undefined) console.log(`${chain}: ${head.number} entries, head ${head.hash}`);
    else {
      isWhole = false;
      const { number, id, why } = broken;
      console.error(`${chain}: entry ${number}${id === null ? "" : ` (${id})`} ${why}.`);
    }
  }
  if (!isWhole) return 1;
  console.log(`Verified: ${entries} entries of ${chains.length} chains are unchanged.`);
  if (master.problem === undefined) {
    if (seals.crown !== undefined) console.log(sealedSince(seals.crown, unsealed));
  } else
    console.error(
      `The seals were not checked, so entries removed from the end of a chain are not detected. ${master.problem}`,
    );
  return 0;
}

function sealedSince({ chains, since }: AuditCrown, unsealed: number): string {
  const rest =
    unsealed === 0
      ? ""
      : ` The newest ${unsealed} are not sealed yet. A running server seals them within a second.`;
  return `${chains} chains are sealed with the master key, the first since ${new Date(since).toISOString()}.${rest}`;
}

const pageRows = 500;

async function exportAll({ store, chains }: Work): Promise<number> {
  for (const chain of chains) {
    let after = 0;
    for (;;) {
      const rows = await store.audit.page({ chain, after, order: "up", limit: pageRows });
      for (const row of rows) console.log(JSON.stringify(exported(row)));
      after = rows.at(-1)?.number ?? after;
      if (rows.length < pageRows) break;
    }
  }
  return 0;
}

/** A changed entry may hold anything. */
function detailsIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Names as in the API, with the proof. */
function exported(row: AuditRow) {
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    chain: row.chain,
    number: row.number,
    actor: { kind: row.actorKind, id: row.actorId, address: row.actorAddress },
    action: row.action,
    target: row.target,
    request_id: row.requestId,
    details: detailsIn(row.details),
    prev_hash: row.prevHash,
    hash: row.hash,
  };
}
