// Composition of the telephone: the extension of a PBX, whose calls become sessions.

import type { Store } from "../db/port/store.ts";
import type { AppMetrics } from "./app-metrics.ts";
import { Fault } from "./base/fault.ts";
import type { CallParties } from "./calls/call-plan.ts";
import type { Config } from "./config.ts";
import { PhoneExtension, type PhoneExtensionOptions } from "./phone/phone-extension.ts";
import type { Sessions } from "./session/session-registry.ts";

interface PhoneParts extends Pick<PhoneExtensionOptions, "clock" | "log" | "ticker" | "convert"> {
  readonly store: Pick<Store, "accounts">;
  readonly metrics: Pick<AppMetrics, "transports">;
  readonly sessions: Pick<Sessions, "prepare" | "arrive">;
}

/** Undefined: none is set. Rejects with `config/invalid` when its port is taken. */
export async function openPhone({ phone }: Config, parts: PhoneParts): Promise<PhoneExtension | undefined> {
  if (phone === undefined) return undefined;
  const { registrar, user, loginName, password, port, rtpPorts } = phone;
  const extension = { domain: registrar.host, user, loginName, password: password.reveal() };
  const arrive = (parties: CallParties) => arriveAt(phone, parties, parts);
  try {
    const counters = parts.metrics.transports;
    return await PhoneExtension.open({ ...parts, counters, extension, registrar, port, rtpPorts, arrive });
  } catch (error) {
    const detail = `PHONE_PORT ${port} can't be opened: choose another one, or 0 for any that is free.`;
    throw new Fault("config/invalid", detail, { cause: error });
  }
}

async function arriveAt(
  { flow, account }: Pick<NonNullable<Config["phone"]>, "flow" | "account">,
  parties: CallParties,
  { store, sessions }: Pick<PhoneParts, "store" | "sessions">,
) {
  const owner = account === undefined ? undefined : await store.accounts.byEmail(account);
  if (account !== undefined && owner === undefined)
    throw new Fault("config/invalid", "PHONE_ACCOUNT is the email of no account.");
  const mode = flow === undefined ? "assistant" : "flow";
  const ready = await sessions.prepare({ mode, programId: flow }, owner?.id);
  const given = { context: {}, metadata: {}, direction: "inbound", parties } as const;
  return sessions.arrive(ready, { accountId: owner?.id }, { given });
}
