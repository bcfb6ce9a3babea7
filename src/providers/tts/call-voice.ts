// Call voice: the sockets to a vendor of voices during one call. One is opened ahead and replaced before the
// vendor closes it; a second one only helps out while the first has no room.

import type { Secret } from "../../base/secret.ts";
import type { ProviderContext } from "../provider-contract.ts";
import type { VoiceAddress, VoiceManner, VoiceProtocol } from "./voice-protocol.ts";
import { type SpokenText, VoiceSocket, type RetirementReason } from "./voice-socket.ts";

export interface CallVoiceOptions {
  readonly protocol: VoiceProtocol;
  readonly key: Secret | undefined;
  readonly context: ProviderContext;
  /** Signal of the call, whose end closes all sockets. */
  readonly call: AbortSignal;
}

/** Sockets to one address. */
const socketsPerAddressMax = 2;
/** Sockets to all addresses: a call may use several voices. */
const socketsMax = 4;
/** Sockets in a row that died without a text: afterwards a socket is opened only when it is needed. */
const idleDeathsMax = 2;

export class CallVoice {
  readonly #o: CallVoiceOptions;
  /** Sockets that accept texts; the one used last is at the end. */
  #sockets: VoiceSocket[] = [];
  #idleDeaths = 0;
  #lastUrl = "";

  constructor(options: CallVoiceOptions) {
    this.#o = options;
  }

  /** Opens a socket for texts of this manner, so that the first text need not wait for it. */
  openAhead(manner: VoiceManner): void {
    const address = this.#o.protocol.address(manner);
    this.#lastUrl = address.url;
    if (!this.#o.call.aborted && this.#of(address).length === 0) this.#open(address);
  }

  /** Like VoiceSocket.say. */
  say(text: SpokenText): Promise<void> {
    const address = this.#o.protocol.address(text.manner);
    this.#lastUrl = address.url;
    const voiceSockets = this.#of(address);
    const free = voiceSockets.find((socket) => socket.hasRoom);
    const [least] = voiceSockets.toSorted((a, b) => a.load - b.load);
    const socket =
      free ??
      (voiceSockets.length < socketsPerAddressMax || least === undefined ? this.#open(address) : least);
    this.#sockets = [...this.#sockets.filter((other) => other !== socket), socket];
    return socket.say(text);
  }

  #of({ url }: VoiceAddress): readonly VoiceSocket[] {
    return this.#sockets.filter((socket) => socket.address.url === url);
  }

  #open(address: VoiceAddress): VoiceSocket {
    if (this.#sockets.length >= socketsMax) this.#sockets[0]?.retire();
    const { protocol, key, context, call: signal } = this.#o;
    const onRetired = (why: RetirementReason): void => this.#retired(socket, why);
    const socket = new VoiceSocket({ protocol, address, key, context, signal, onRetired });
    this.#sockets = [socket, ...this.#sockets];
    return socket;
  }

  #retired(socket: VoiceSocket, why: RetirementReason): void {
    this.#sockets = this.#sockets.filter((other) => other !== socket);
    this.#idleDeaths = why === "died" && !socket.isUsed ? this.#idleDeaths + 1 : 0;
    const { url } = socket.address;
    const isWanted = url === this.#lastUrl && this.#of(socket.address).length === 0;
    const mayOpen = why !== "refused" && this.#idleDeaths < idleDeathsMax && !this.#o.call.aborted;
    if (isWanted && mayOpen) this.#open(socket.address);
  }
}
