// Ids of flows as ids of elements on the canvas. A draft may have any text for an id; the canvas library looks elements
// up with selectors, where quotes would break it.

const plain = /^[A-Za-z0-9_-]+$/;

/** The same key for the same id, and another for another; made of letters, digits and `-_.~`. */
export function keyOf(id: string): string {
  if (plain.test(id)) return id;
  const units = Array.from({ length: id.length }, (_, i) => id.charCodeAt(i).toString(16));
  return `~${units.join(".")}`;
}

export function idOf(key: string): string {
  if (!key.startsWith("~")) return key;
  if (key === "~") return "";
  const units = key.slice(1).split(".");
  return units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("");
}
