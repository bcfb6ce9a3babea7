// Element id encoding: turns ids of a flow into ids that are safe in CSS selectors, and back. An unfinished flow may
// use any text as an id, and the canvas library finds elements by selectors, which quotes would break.

const plain = /^[A-Za-z0-9_-]+$/;

/** Injective: different ids give different keys. A key consists of letters, digits and `-_.~`. */
export function keyOf(id: string): string {
  if (plain.test(id)) return id;
  const units = Array.from({ length: id.length }, (_, i) => id.charCodeAt(i).toString(16));
  return `~${units.join(".")}`;
}

/** The inverse of `keyOf`. */
export function idOf(key: string): string {
  if (!key.startsWith("~")) return key;
  if (key === "~") return "";
  const units = key.slice(1).split(".");
  return units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("");
}
