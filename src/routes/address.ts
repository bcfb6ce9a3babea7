// Whose address a request comes from, through the proxies that are trusted and no others.

/** As a key to count by. `peer` is the other end of the connection; without one there is no network. */
export function callerOf(
  request: Request,
  peer: string | undefined,
  trustedProxies: readonly string[],
): string {
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  let address = plain(peer ?? "local");
  // From the right: each proxy adds whom it saw, and only what a trusted one added counts.
  while (trustedProxies.includes(address)) {
    const before = plain(hops.pop() ?? "");
    if (!isAddress(before)) break;
    address = before;
  }
  return networkOf(address);
}

/** An IPv4 address that came over IPv6 is one. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
}

function isAddress(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) || (/^[0-9a-f:.]+$/.test(text) && text.includes(":"));
}

/** One household has 2^64 IPv6 addresses: they count as one. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter((part) => part !== "");
  const right = (tail ?? "").split(":").filter((part) => part !== "");
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}
