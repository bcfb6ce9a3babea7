// Benchmark claims: sentences that a benchmark's figures hold or do not, so that its quick run can fail.

export type Claim = readonly [says: string, holds: boolean];

/** Broken claims. A benchmark that measured nothing claims nothing, so it fails as well. */
export function brokenOf(claims: readonly Claim[]): readonly string[] {
  if (claims.length === 0) return ["nothing was measured"];
  return claims.filter(([, holds]) => !holds).map(([says]) => says);
}
