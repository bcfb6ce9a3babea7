// SCTP start: begins the association of a data channel from this side, too.
//
// Faults of werift 0.25.2: only the side whose ICE controls sends INIT (`RTCSctpTransport.isServer`), although
// both sides shall (RFC 8841, 9.3). A caller that waits as well, as str0m does behind a DTLS server, never gets its
// channel. Two INITs that cross are resolved by either side (RFC 9260, 5.2.1), but werift then continues with the timer of
// its own one, and gives an established association up after eight tries. Reproduce: answer an offer whose SCTP is
// silent until it gets an INIT. Tests: data-channel.test.ts.

import type { RTCSctpTransport } from "werift";
import { method } from "./private-parts.ts";

const cookieWait = 2;
/** As often as werift repeats a message. */
const repeatsMax = 8;

const begun = new WeakSet<object>();

/** May be called again, such as after each offer. Throws if this version of werift has other private methods. */
export function beginFromHere(transport: RTCSctpTransport | undefined): void {
  if (transport === undefined || begun.has(transport.sctp)) return;
  const { sctp } = transport;
  begun.add(sctp);
  const [cancel, expired] = [method(sctp, "timer1Cancel"), method(sctp, "timer1Expired")];
  const start = sctp.start.bind(sctp);
  const [setState, init] = [method(sctp, "setState"), method(sctp, "init")];
  sctp.start = async (remotePort) => {
    await start(remotePort);
    if (!sctp.isServer) return;
    // Set before sending: over a short distance the answer comes before werift would expect it.
    setState(cookieWait);
    await init();
  };
  sctp.stateChanged.connected.subscribe(() => void cancel());
  // A caller that opens its channel late finds the association unchanged.
  Reflect.set(sctp, "timer1Expired", () => {
    if (!sctp.isServer || Number(Reflect.get(sctp, "timer1Failures")) < repeatsMax) expired();
  });
}
