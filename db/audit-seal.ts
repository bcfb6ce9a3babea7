// Audit seals: proofs with a key that the database does not have of where each chain stood, and of all of them together.
// So an attacker who can write to the tables, and no more, cannot cut off an end, set a chain back or take one away unseen.

import type { AuditCrown, AuditHead, AuditSeals, SealedHead, SealKeys } from "./port/audit-store.ts";

/** A chain that has gone on since it was sealed, or is not sealed yet: `seal` is empty then, and the numbers are 0. */
export interface UnsealedHead extends AuditHead {
  readonly chain: string;
  readonly sealedNumber: number;
  readonly sealedHash: string;
  readonly seal: string;
  /** Current hash of the entry that was the last when it was sealed; null: it is gone. */
  readonly hashThere: string | null;
}

export interface SealedChain {
  readonly crown: AuditCrown;
  readonly heads: readonly SealedHead[];
  /** Chains that differ from their seal. They keep their seals, by which a proof finds them. */
  readonly broken: readonly string[];
}

/** Where the tables of single values have the crown. */
export const crownKey = "audit_crown";

const modulus = 2n ** 256n;

/** The seals of these chains as they stand now, and of all together. */
export function sealedOn(
  key: Uint8Array,
  { crown = emptyCrown(key, 0), at }: { readonly crown: AuditCrown | undefined; readonly at: number },
  unsealed: readonly UnsealedHead[],
): SealedChain {
  const [whole, broken] = [unsealed.filter(goesOn(key)), unsealed.filter((head) => !goesOn(key)(head))];
  const before = whole.filter(({ seal }) => seal !== "").map(sealedPart);
  const heads = whole.map(({ chain, number, hash }) => sealedAt(key, { chain, number, hash }));
  const next = {
    chains: crown.chains + heads.length - before.length,
    sum: hexOf(BigInt(`0x${crown.sum}`) + sumOf(key, heads) - sumOf(key, before)),
    since: crown.since === 0 ? at : crown.since,
  };
  return {
    crown: isCrown(key, crown) ? crowned(key, next) : crown,
    heads,
    broken: broken.map(({ chain }) => chain),
  };
}

/** All seals with another key. A sum that was wrong before is wrong afterwards. */
export function sealedAnew({ from, to }: SealKeys, { crown, heads }: AuditSeals): AuditSeals {
  const valid = heads.filter((head) => isSealed(from, head));
  const anew = valid.map((head) => sealedAt(to, head));
  if (crown === undefined || !isCrown(from, crown)) return { crown, heads: anew };
  const off = BigInt(`0x${crown.sum}`) - sumOf(from, valid);
  return { crown: crowned(to, { ...crown, sum: hexOf(sumOf(to, anew) + off) }), heads: anew };
}

/** Faults of the seals, a sentence each; entries are proved with their chain. */
export function brokenSeals(key: Uint8Array, { crown, heads }: AuditSeals): readonly string[] {
  if (crown === undefined)
    return [
      "The chains have no seal. A server gives them one when it starts: if one has, it was taken away.",
    ];
  const foreign = heads.filter((head) => !isSealed(key, head));
  const lines = foreign.map(({ chain }) => `${chain}: the seal of its head is not one of this master key.`);
  if (!isCrown(key, crown))
    return [...lines, "The seal of all chains together is not one of this master key."];
  if (crown.chains !== heads.length)
    return [
      ...lines,
      `${crown.chains} chains were sealed, and ${heads.length} are there: one was taken away.`,
    ];
  if (BigInt(`0x${crown.sum}`) !== sumOf(key, heads))
    return [...lines, "The chains are not those that were sealed last: one was set back, with its seal."];
  return lines;
}

/** As it is kept in one value. Undefined for what was never written by `crownText`, and then no seal fits. */
export function crownIn(text: string | undefined): AuditCrown | undefined {
  if (text === undefined || text === "") return undefined;
  const [chains = "", sum = "", since = "", seal = ""] = text.split(" ");
  return {
    chains: Number(chains),
    sum: /^[0-9a-f]{64}$/.test(sum) ? sum : hexOf(0n),
    since: Number(since),
    seal,
  };
}

export function crownText({ chains, sum, since, seal }: AuditCrown): string {
  return [chains, sum, since, seal].join(" ");
}

/** Not sealed yet, or still what was sealed. */
function goesOn(key: Uint8Array): (head: UnsealedHead) => boolean {
  return (head) =>
    head.seal === "" || (isSealed(key, sealedPart(head)) && head.hashThere === head.sealedHash);
}

function sealedPart({ chain, sealedNumber, sealedHash, seal }: UnsealedHead): SealedHead {
  return { chain, number: sealedNumber, hash: sealedHash, seal };
}

function sealedAt(key: Uint8Array, { chain, number, hash }: Omit<SealedHead, "seal">): SealedHead {
  return { chain, number, hash, seal: proofOf(key, ["head", chain, number, hash]) };
}

function isSealed(key: Uint8Array, head: SealedHead): boolean {
  return sealedAt(key, head).seal === head.seal;
}

function emptyCrown(key: Uint8Array, since: number): AuditCrown {
  return crowned(key, { chains: 0, sum: hexOf(0n), since });
}

function crowned(key: Uint8Array, { chains, sum, since }: Omit<AuditCrown, "seal">): AuditCrown {
  return { chains, sum, since, seal: proofOf(key, ["all", chains, sum, since]) };
}

function isCrown(key: Uint8Array, crown: AuditCrown): boolean {
  return crowned(key, crown).seal === crown.seal;
}

/** Proofs that are stored nowhere are added, so that no other set of heads with the same sum can be found. */
function sumOf(key: Uint8Array, heads: readonly SealedHead[]): bigint {
  const proofs = heads.map(({ chain, number, hash }) => proofOf(key, ["part", chain, number, hash]));
  return proofs.reduce((sum, proof) => (sum + BigInt(`0x${proof}`)) % modulus, 0n);
}

/** Modulo 2^256, also of negative numbers. */
function hexOf(sum: bigint): string {
  return (((sum % modulus) + modulus) % modulus).toString(16).padStart(64, "0");
}

function proofOf(key: Uint8Array, parts: readonly (string | number)[]): string {
  return new Bun.CryptoHasher("sha256", key)
    .update(JSON.stringify(["voice-flow/audit/seal/1", ...parts]))
    .digest("hex");
}
