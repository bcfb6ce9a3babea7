// Server order: in which order the servers of a domain are asked (RFC 2782): those of the least priority first, and among
// them by chance, as often as their weight says.

export interface ServerRecord {
  readonly name: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
}

/** Further records are left out: a call cannot wait for all of them. */
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
