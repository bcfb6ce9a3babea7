// Doctor check of PHONE_REGISTRAR: registers as the extension, and deregisters.

import { wallClock, within } from "../../base/clock.ts";
import { silentLog } from "../../base/log.ts";
import type { Config } from "../../config.ts";
import { RegistrarLink } from "../../phone/registrar-link.ts";
import type { Result } from "./doctor-check.ts";

const nothing = (): void => undefined;
/** Calls that ring meanwhile are not answered: the PBX rings at the server, too. */
const deaf = { request: nothing, acknowledged: nothing, cancelled: nothing, unacknowledged: nothing };

/** A PBX in the same network answers within milliseconds. */
const answerMsMax = 5_000;
const unanswered =
  "The PBX does not answer. Check PHONE_REGISTRAR, its port and the network. For TCP, add ;transport=tcp.";

export async function checkPhone({ phone }: Pick<Config, "phone">): Promise<Result> {
  if (phone === undefined)
    return { state: "skipped", says: "No phone is connected, because PHONE_REGISTRAR is not set." };
  const { registrar, user, loginName, password } = phone;
  const extension = { domain: registrar.host, user, loginName, password: password.reveal() };
  const from = wallClock.now();
  await using link = await RegistrarLink.open({
    clock: wallClock,
    log: silentLog,
    extension,
    registrar,
    // Any free port, as a server may be running.
    port: 0,
    handler: deaf,
  });
  await within(wallClock, answerMsMax, link.settled).catch(nothing);
  const { phase, problem } = link.state;
  if (phase !== "registered") return { state: "problem", says: problem ?? unanswered };
  const ms = { all: Math.round(wallClock.now() - from) };
  const self = `${link.reached.host}:${link.reached.port}`;
  return { state: "ok", says: `${user}@${registrar.host} is registered, from ${self}.`, ms };
}
