// Allowed numbers: the numbers that an account may call. A telephone call costs money at once, so a number is dialled
// only with a prefix set by its owner, and an expensive range only if named itself.

const dialled = /^\+?[\d*#]{1,32}$/;

/**
 * Ranges far more expensive than their country, as published by regulators: premium and shared-cost services,
 * satellites, and islands that share the code of the United States.
 */
const expensive: readonly string[] = [
  "+979 +870 +881 +882 +883 +1900 +1976",
  "+49900 +49137 +49180 +49118 +43900 +43901 +43930 +43931 +43939 +41900 +41901 +41906",
  "+4490 +4491 +44870 +44871 +44872 +44118 +3389 +33118 +39899 +39892 +34803 +34806 +34807",
  "+31900 +31906 +31909 0900 0137 0180 118 1900 1976",
  "+1242 +1246 +1264 +1268 +1284 +1345 +1441 +1473 +1649 +1658 +1664 +1721 +1758 +1767",
  "+1784 +1809 +1829 +1849 +1868 +1869 +1876",
].flatMap((line) => line.split(" "));

/** Number as a PBX dials it, without punctuation; undefined: no number. */
export function numberToDial(typed: string): string | undefined {
  const plain = typed.replace(/^tel:/i, "").replaceAll(/[\s()./-]/g, "");
  return dialled.test(plain) ? plain : undefined;
}

/** Reason why a number is not dialled, for people; undefined: it may be. */
export function whyNotDialled(number: string, prefixes: readonly string[]): string | undefined {
  if (prefixes.length === 0)
    return "This number makes no calls: list the prefixes that it may call in dials.";
  const fitting = prefixes.filter((prefix) => number.startsWith(prefix));
  if (fitting.length === 0) return `It may only call numbers that begin with ${prefixes.join(", ")}.`;
  const range = expensive.find((begin) => number.startsWith(begin));
  const isNamed = range === undefined || fitting.some((prefix) => prefix.length >= range.length);
  return isNamed
    ? undefined
    : `Numbers that begin with ${range} are expensive: add this prefix to dials to allow them.`;
}
