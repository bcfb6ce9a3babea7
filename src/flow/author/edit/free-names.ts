// Free names: unused and valid names for nodes, variables and the like.

export const plainName = /^[a-z][a-z0-9_]{0,63}$/;
const nameCharsMax = 64;

/** The wished name if free, else with a number appended. */
export function freeName(wish: string, isTaken: (name: string) => boolean): string {
  const base = fit(wish);
  if (!isTaken(base)) return base;
  const stem = base.replace(/_\d+$/, "");
  for (let i = 2; ; i++) {
    const end = `_${i}`;
    const name = stem.slice(0, nameCharsMax - end.length) + end;
    if (!isTaken(name)) return name;
  }
}

function fit(wish: string): string {
  if (plainName.test(wish)) return wish;
  const name = wish
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, nameCharsMax);
  return plainName.test(name) ? name : "node";
}

/** Reason against a node name; undefined: valid. */
export function whyNotNode(id: string, has: (id: string) => boolean): string | undefined {
  if (has(id)) return `The node '${id}' already exists: choose another name.`;
  if (plainName.test(id)) return undefined;
  return "A node's name is made of small letters, digits and _, begins with a letter, and has at most 64 of them.";
}
