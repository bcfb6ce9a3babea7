// Composition of the telephone: the operator's extension of a PBX and the numbers of accounts, whose calls become
// sessions, and accounts' outgoing calls.

import type { NumberRow, PhoneCallRow } from "../db/port/phone-store.ts";
import type { Store } from "../db/port/store.ts";
import type { AppMetrics } from "./app-metrics.ts";
import { Fault } from "./base/fault.ts";
import { newId } from "./base/id.ts";
import { parseAddress, whyNotPublic } from "./base/ip-address.ts";
import { operatorAllows } from "./base/outbound/outbound-allow.ts";
import type { CallParties, CallRequest } from "./calls/call-plan.ts";
import { isAssistantId } from "./cloud/account-assistant.ts";
import { openLogin, openTarget } from "./cloud/phone/phone-seal.ts";
import { newSessionToken } from "./cloud/stored-sessions.ts";
import type { SubjectIndex } from "./cloud/subject-index.ts";
import type { Vault } from "./cloud/vault.ts";
import type { Config } from "./config.ts";
import { accountEvent } from "./hooks/account-event.ts";
import type { HookDelivery } from "./hooks/delivery.ts";
import { phoneCallEnded } from "./hooks/phone-event.ts";
import type { PhoneState } from "./metrics/phone-metrics.ts";
import type { AudioSocketParts } from "./phone/asterisk/audio-socket.ts";
import { phoneOutcomes } from "./phone/numbers/phone-attempt.ts";
import { NumberCaller } from "./phone/numbers/number-caller.ts";
import { type HeldNumber, PhoneNumbers } from "./phone/numbers/phone-numbers.ts";
import type { MovedExtension } from "./phone/moved-calls.ts";
import type { PhoneExtension, PhoneExtensionOptions } from "./phone/phone-extension.ts";
import type { RegistrationState } from "./phone/registrar-link.ts";
import { registrarAt } from "./base/registrar-place.ts";
import type { AsteriskDesk } from "./routes/phone/asterisk-routes.ts";
import type { Sessions } from "./session/session-registry.ts";

interface PhoneParts extends Pick<PhoneExtensionOptions, "clock" | "log" | "ticker" | "convert"> {
  readonly store: Pick<Store, "accounts">;
  readonly metrics: Pick<AppMetrics, "transports" | "phone">;
  readonly sessions: Pick<Sessions, "prepare" | "arrive" | "join" | "here">;
  /** Left by earlier processes. */
  readonly moved: readonly MovedExtension[];
}

/** Undefined: none is set. Rejects with `config/invalid` if its port is taken. */
async function openPhone({ phone }: Config, parts: PhoneParts): Promise<PhoneExtension | undefined> {
  if (phone === undefined) return undefined;
  const { registrar, user, loginName, password, port, rtpPorts, dials } = phone;
  const extension = { domain: registrar.host, user, loginName, password: password.reveal() };
  const arrive = (parties: CallParties) => arriveAt(phone, parties, parts);
  try {
    const counters = parts.metrics.transports;
    const { transferred } = parts.metrics.phone;
    const audio = { counters, rtpPorts, dials, transferred };
    const expire = (id: string): void => parts.sessions.here(id)?.expire();
    const moved = parts.moved.find(({ numberId }) => numberId === undefined);
    const movedPort = moved?.port || undefined;
    const at = { extension, registrar, port, known: movedPort, arrive, expire };
    const opened = await openExtension({ ...parts, ...audio, ...at });
    resumeAt(opened, moved, parts);
    return opened;
  } catch (error) {
    const detail = `PHONE_PORT ${port} can't be opened: choose another one, or 0 for any that is free.`;
    throw new Fault("config/invalid", detail, { cause: error });
  }
}

/** Most servers have no telephone, and load none. */
async function openExtension(options: PhoneExtensionOptions): Promise<PhoneExtension> {
  const { PhoneExtension: Extension } = await import("./phone/phone-extension.ts");
  return await Extension.open(options);
}

/** Resumes calls left here; those of an account's number belong to its caller. */
function resumeAt(
  extension: PhoneExtension,
  moved: MovedExtension | undefined,
  { sessions, log }: Pick<PhoneParts, "sessions" | "log">,
): void {
  for (const call of moved?.calls ?? [])
    if (call.id === undefined)
      void extension
        .resume(
          call,
          () => sessions.join(call.token),
          () => undefined,
        )
        .catch((error: unknown) => log.warn("phone.not-resumed", { error }));
}

async function arriveAt(
  { flow, account }: Pick<NonNullable<Config["phone"]>, "flow" | "account">,
  parties: CallParties,
  { store, sessions }: Pick<PhoneParts, "store" | "sessions">,
) {
  const owner = account === undefined ? undefined : await store.accounts.byEmail(account);
  if (account !== undefined && owner === undefined)
    throw new Fault("config/invalid", "PHONE_ACCOUNT is the email of no account.");
  const ready = await sessions.prepare(requestOf(flow), owner?.id);
  const given = { context: {}, metadata: {}, direction: "inbound", parties } as const;
  return sessions.arrive(ready, { accountId: owner?.id }, { given, comesBack: true });
}

interface NumbersParts extends PhoneParts {
  readonly store: Store;
  readonly sessions: Pick<Sessions, "prepare" | "arrive" | "start" | "join" | "here">;
  readonly shared: {
    readonly secretVault: Vault;
    readonly subjects: Pick<SubjectIndex, "hashOf">;
    readonly delivery: Pick<HookDelivery, "enqueue" | "flush">;
    readonly node: { readonly id: string };
  };
}

/** Numbers of accounts: this node registers those it leases. */
function openNumbers(config: Config, parts: NumbersParts): PhoneNumbers {
  const { store, clock, log, shared } = parts;
  return new PhoneNumbers({
    store,
    clock,
    log,
    nodeId: () => shared.node.id,
    open: (row, changed, moved) => openNumber(row, { config, changed, moved, parts }),
  });
}

/** The operator's extension, which one process of a machine has, and the numbers of accounts. */
export async function openPhones(
  config: Config,
  {
    owned,
    isFirst,
    ...parts
  }: NumbersParts & { readonly owned: AsyncDisposableStack; readonly isFirst: boolean },
) {
  const extension = isFirst ? owned.use(await openPhone(config, parts)) : undefined;
  const numbers = owned.use(openNumbers(config, parts));
  const asterisk = openAsterisk(parts);
  if (isFirst) owned.use(await openAudioSocketAt(config, { ...parts, ...asterisk }));
  const phoneDesk: PhoneDesk = { changed: numbers.changed, asterisk };
  numbers.take(parts.moved);
  const handover: PhoneHandover = {
    take(moved) {
      numbers.take(moved);
      const operators = moved.find(({ numberId }) => numberId === undefined);
      if (extension !== undefined) resumeAt(extension, operators, parts);
    },
    async leave(silently, heirs) {
      const movedExtension = await extension?.leave(silently);
      if (movedExtension !== undefined) await heirs([movedExtension]);
      await numbers.leave(silently, heirs);
    },
  };
  return { phoneDesk, handover, phoning: () => phoneStanding(extension, numbers) };
}

/** Calls that continue in other processes. */
export interface PhoneHandover {
  /** Takes calls left by other processes. */
  readonly take: (moved: readonly MovedExtension[]) => void;
  /** Ends this process's telephone. `heirs` get its running calls. */
  readonly leave: (
    silently: boolean,
    heirs: (moved: readonly MovedExtension[]) => Promise<void>,
  ) => Promise<void>;
}

/** Parts that the telephone's routes need. */
export interface PhoneDesk {
  /** Makes this node's numbers check for changes. */
  readonly changed: () => void;
  readonly asterisk: AsteriskDesk;
}

function openAsterisk({
  store,
  log,
  ticker,
  convert,
  metrics,
  sessions,
  shared,
}: NumbersParts): AsteriskDesk {
  return {
    log,
    ticker,
    convert,
    counters: metrics.transports,
    start: (wanted) => sessions.start(wanted),
    join: (call) => sessions.join(newSessionToken(store.isShared ? shared.node.id : undefined, call).token),
  };
}

/** Undefined: not set. Rejects with `config/invalid` if its port is taken. */
async function openAudioSocketAt({ audioSocket }: Config, parts: AudioSocketParts) {
  if (audioSocket === undefined) return undefined;
  try {
    const { openAudioSocket } = await import("./phone/asterisk/audio-socket.ts");
    return await openAudioSocket(audioSocket, parts);
  } catch (error) {
    const detail = `AUDIOSOCKET_LISTEN can't be opened at ${audioSocket.host}:${audioSocket.port}: choose another port.`;
    throw new Fault("config/invalid", detail, { cause: error });
  }
}

/** The operator's extension and the numbers of this process. */
function phoneStanding(
  extension: Pick<PhoneExtension, "state"> | undefined,
  numbers: Pick<PhoneNumbers, "standing">,
): PhoneState {
  const { held, registered } = numbers.standing;
  if (extension === undefined) return { held, registered };
  const isRegistered = extension.state?.phase === "registered";
  return { held: held + 1, registered: registered + (isRegistered ? 1 : 0) };
}

interface Opening {
  readonly config: Config;
  readonly changed: (state: RegistrationState) => void;
  readonly moved: MovedExtension | undefined;
  readonly parts: NumbersParts;
}

async function openNumber(row: NumberRow, { config, changed, moved, parts }: Opening): Promise<HeldNumber> {
  const { store, sessions, shared, metrics, clock, log } = parts;
  const { secretVault: vault, subjects } = shared;
  const { accountId, id: numberId, callsMax } = row;
  const { registrar: typed, user, loginName, password } = openLogin(vault, row);
  const registrar = registrarAt(typed);
  const owner = await store.accounts.byId(accountId);
  const refusal = owner?.role === "owner" ? undefined : refusalOf(config, registrar);
  const arrive = async (parties: CallParties) => {
    const ready = await sessions.prepare(requestOf(row.flowId ?? undefined), accountId);
    const subjectHash = parties.from === undefined ? undefined : subjects.hashOf(accountId, parties.from);
    const given = { context: {}, metadata: {}, direction: "inbound", parties, subjectHash } as const;
    return sessions.arrive(ready, { accountId }, { given, comesBack: true });
  };
  const expire = (id: string): void => sessions.here(id)?.expire();
  const extension = await openExtension({
    ...parts,
    counters: metrics.transports,
    extension: { domain: registrar.host, user, loginName, password },
    registrar,
    port: 0,
    known: moved?.port || undefined,
    expire,
    rtpPorts: config.rtpPorts,
    dials: row.dials,
    transferred: metrics.phone.transferred,
    arrive,
    refusal,
    changed,
  });
  const caller = new NumberCaller({
    clock,
    log,
    numberId,
    user,
    callsMax,
    extension,
    sessions: {
      start: (wanted) => sessions.start(wanted),
      join: (token) => sessions.join(token),
      expire,
    },
    store: store.phone,
    asked: (flowId, account) => sessions.prepare(requestOf(flowId), account),
    openTarget: (call) => openTarget(vault, call),
    ended: (call) => {
      const outcome = phoneOutcomes.find((each) => each === call.outcome);
      if (outcome !== undefined) metrics.phone.ended(outcome);
      void tellEnded(call, parts);
    },
  });
  await resumeOf(moved, { extension, caller, accountId, parts });
  return {
    extension,
    caller,
    leave(silently) {
      caller.leave();
      return extension.leave(silently);
    },
    async [Symbol.asyncDispose]() {
      caller[Symbol.dispose]();
      await extension[Symbol.asyncDispose]();
    },
  };
}

const requestOf = (flowId: string | undefined): CallRequest => ({
  mode: flowId === undefined || isAssistantId(flowId) ? "assistant" : "flow",
  programId: flowId,
});

interface Resuming {
  readonly extension: PhoneExtension;
  readonly caller: NumberCaller;
  readonly accountId: string;
  readonly parts: NumbersParts;
}

/** Calls of both directions left by another process. */
async function resumeOf(
  moved: MovedExtension | undefined,
  { extension, caller, accountId, parts }: Resuming,
): Promise<void> {
  resumeAt(extension, moved, parts);
  for (const call of moved?.calls ?? []) {
    if (call.id === undefined) continue;
    const made = await parts.store.phone.call({ accountId, id: call.id });
    if (made === undefined) continue;
    const failed = (error: unknown): void => parts.log.warn("phone.not-resumed", { error });
    void caller.resume(made, call).catch(failed);
  }
}

/** Only the operator's account reaches a PBX in the operator's own network. */
function refusalOf(
  { outboundAllow }: Config,
  { host, port }: { readonly host: string; readonly port: number },
) {
  const isAllowed = operatorAllows(outboundAllow);
  return (text: string): string | undefined => {
    const address = parseAddress(text);
    const kind = address === undefined ? "no address" : whyNotPublic(address);
    return kind === undefined || isAllowed(host, port) || isAllowed(text, port)
      ? undefined
      : `The address of the PBX is ${kind}: the operator can allow it by OUTBOUND_ALLOW.`;
  };
}

async function tellEnded(call: PhoneCallRow, { store, clock, log, shared }: NumbersParts): Promise<void> {
  const { accountId } = call;
  try {
    const at = clock.wall();
    const hooks = await store.of(accountId).hooks.list(accountId);
    const telling = { hooks, id: newId("msg", at), at };
    for (const each of accountEvent(phoneCallEnded(call), telling)) shared.delivery.enqueue(each);
    await shared.delivery.flush();
  } catch (error) {
    log.warn("phone.hook-not-told", { call: call.id, error });
  }
}
