// Tools of a call: a flow's HTTP requests, with the secrets of the call's account. Requests to an example service are
// answered in the process, with data of this call alone.

import type { Store } from "../../db/port/store.ts";
import { type AccountSecret, readSecret } from "../cloud/account-secrets.ts";
import type { Vault } from "../cloud/vault.ts";
import type { Program, Tool } from "../flow/language/program.ts";
import { ExampleServices, isExampleTool } from "../flow/engine/example-services/example-services.ts";
import type { OutsideWorkers, ToolWork } from "../flow/engine/outside-work.ts";
import { secretsIn } from "../flow/engine/tool-request.ts";
import { type Propagation, propagating } from "../trace/trace-parent.ts";
import { runHttpTool, type ToolParts } from "../flow/engine/http-tool.ts";

export interface ToolsOptions extends Pick<ToolParts, "clock" | "outbound"> {
  readonly store: Pick<Store, "of">;
  readonly vault: Vault;
  /** Without an account there are no secrets. */
  readonly accountId: string | undefined;
  /** Running flow, including called flows. */
  readonly program: Program;
  /** Absent: no receiver gets trace headers. */
  readonly propagation?: Propagation | undefined;
  readonly sessionId: string;
}

/** Calls without an account share one account's part of the simultaneous requests. */
const nobody = "nobody";

export function openTools({
  store,
  vault,
  accountId,
  program,
  propagation,
  sessionId,
  ...rest
}: ToolsOptions): OutsideWorkers["runTool"] {
  const outbound =
    propagation === undefined ? rest.outbound : propagating(rest.outbound, propagation, sessionId);
  const parts = { ...rest, outbound };
  const secretsOf = async (tool: Tool): Promise<ReadonlyMap<string, AccountSecret | undefined>> => {
    if (accountId === undefined) return new Map();
    const names = [...secretsIn(tool)];
    const read = names.map(
      async (name) => [name, await readSecret(store, vault, { accountId, name })] as const,
    );
    return new Map(await Promise.all(read));
  };
  const examples = new ExampleServices(parts.clock);
  return async ({ flow, tool: name, arguments: args, idempotencyKey }: ToolWork, signal) => {
    const running = programOf(flow, program);
    const tool = running?.tools.get(name);
    if (running === undefined || tool === undefined)
      return { ok: false, failure: { kind: "blocked", detail: `There is no tool ${name} in ${flow}.` } };
    const { timezone, language } = running;
    const call = { tool, args, idempotencyKey, timezone, language, signal };
    if (isExampleTool(tool)) return await examples.run(call);
    const secrets = await secretsOf(tool);
    const secretOf: ToolParts["secretOf"] = (named) => secrets.get(named);
    return await runHttpTool(call, { ...parts, secretOf, owner: accountId ?? nobody });
  };
}

/** Flow by id: the running one, or one that it calls, at any depth. */
function programOf(id: string, program: Program): Program | undefined {
  if (program.id === id) return program;
  for (const called of program.calls.values()) {
    const match = programOf(id, called);
    if (match !== undefined) return match;
  }
  return undefined;
}
