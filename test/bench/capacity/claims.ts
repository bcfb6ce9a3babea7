// Benchmark claims: statements about a benchmark's figures, so that a quick run can fail.

export type Claim = readonly [says: string, holds: boolean];

/** Broken claims. A benchmark without measurements fails as well. */
export function brokenOf(claims: readonly Claim[]): readonly string[] {
  if (claims.length === 0) return ["nothing was measured"];
  return claims.filter(([, holds]) => !holds).map(([says]) => says);
}

/** Benchmarks behind the figures of documents: the long run includes the short run of each. */
export const claimedBenches = [
  "startup",
  "capacity",
  "recovery",
  "processes",
  "cluster",
  "webrtc",
  "metrics",
  "api",
  "abuse",
  "beside",
  "providers",
  "crowd",
  "turns",
  "fillers",
  "flow",
  "traces",
  "knowledge",
  "replay",
  "flow-editor",
];
