// Server order: the order in which a domain's servers are tried (RFC 2782): lowest priority first, and within one at
// random by weight.

export interface ServerRecord {
  readonly name: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
}

/** Limit of records: a call cannot wait for more. */
const serversMax = 8;

/** `random`: 0 to 1. */
export function serversInOrder(
  records: readonly ServerRecord[],
  random: () => number,
): readonly Pick<ServerRecord, "name" | "port">[] {
  const ordered: ServerRecord[] = [];
  const left = records.filter(({ name, port }) => name !== "" && name !== "." && port > 0);
  while (left.length > 0 && ordered.length < serversMax) {
    const least = Math.min(...left.map(({ priority }) => priority));
    const first = left.filter(({ priority }) => priority === least);
    const whole = first.reduce((sum, { weight }) => sum + weight, 0);
    let at = random() * whole;
    const chosen = first.find(({ weight }) => (at -= weight) < 0) ?? first[0];
    if (chosen === undefined) break;
    ordered.push(chosen);
    left.splice(left.indexOf(chosen), 1);
  }
  return ordered.map(({ name, port }) => ({ name, port }));
}
