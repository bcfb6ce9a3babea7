// Audit seals: proofs of each chain's state, and of all together, with a key that the database does not have. An
// attacker who can only write to the tables cannot cut off an end, set a chain back or remove one unseen.

import type { AuditCrown, AuditHead, AuditSeals, SealedHead, SealKeys } from "./port/audit-store.ts";

/** A chain that grew since its seal, or has none: `seal` is then empty, and the numbers are 0. */
export interface UnsealedHead extends AuditHead {
  readonly chain: string;
  readonly sealedNumber: number;
  readonly sealedHash: string;
  readonly seal: string;
  /** Present hash of the entry that was last at sealing; null: the entry is gone. */
  readonly hashThere: string | null;
}

export interface SealedChain {
  readonly crown: AuditCrown;
  readonly heads: readonly SealedHead[];
  /** Chains that differ from their seal. They keep their seals, so that a proof finds them. */
  readonly broken: readonly string[];
}

/** Key of the crown in the table of single values. */
export const crownKey = "audit_crown";

const modulus = 2n ** 256n;

/** Present seals of these chains and of all together. */
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

/** All seals with another key. A wrong sum stays wrong. */
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

/** Parsed crown. Undefined for a text not written by `crownText`; no seal fits then. */
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

/** Whether a chain is not sealed yet, or equal to its sealed state. */
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

/** Adds proofs that are stored nowhere, so no other set of heads with the same sum can be found. */
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
