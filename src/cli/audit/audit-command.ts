// Command `audit`: verifies the hash chains of the audit log, or prints its entries as JSON lines.

import { parseArgs } from "node:util";
import { proveChain } from "../../../db/audit-proof.ts";
import { type AuditRow, deploymentChain } from "../../../db/port/audit-store.ts";
import type { Store } from "../../../db/port/store.ts";
import { configOrSay } from "../command-config.ts";
import { orSay, withStore } from "../stored-data.ts";
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
      if (account === undefined) return await work(store, chains);
      if (chains.includes(account)) return await work(store, [account]);
      console.error(
        `There is nothing about "${account}": name an account by its id (acc_…), or ${deploymentChain}.`,
      );
      return 1;
    }),
  );
}

/** Exits with 1 when an entry is not as it was written, or is missing. */
async function verify(store: Pick<Store, "audit">, chains: readonly string[]): Promise<number> {
  let entries = 0;
  let isWhole = true;
  for (const chain of chains) {
    const { head, broken } = await proveChain(store.audit, chain);
    entries += head.number;
    if (broken === undefined) console.log(`${chain}: ${head.number} entries, head ${head.hash}`);
    else {
      isWhole = false;
      const { number, id, why } = broken;
      console.error(`${chain}: entry ${number}${id === null ? "" : ` (${id})`} ${why}.`);
    }
  }
  if (isWhole) console.log(`Proved: ${entries} entries of ${chains.length} chains are as they were written.`);
  return isWhole ? 0 : 1;
}

const pageRows = 500;

async function exportAll(store: Pick<Store, "audit">, chains: readonly string[]): Promise<number> {
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

/** One that was tampered with may hold anything. */
function detailsIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** As the API names things, with what proves it. */
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
