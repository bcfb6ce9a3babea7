// Benchmark claims: sentences that a benchmark's figures hold or do not, so that its quick run can fail.

export type Claim = readonly [says: string, holds: boolean];

/** Broken claims. A benchmark that measured nothing claims nothing, so it fails as well. */
export function brokenOf(claims: readonly Claim[]): readonly string[] {
  if (claims.length === 0) return ["nothing was measured"];
  return claims.filter(([, holds]) => !holds).map(([says]) => says);
}

/** Benchmarks behind the figures of documents: the long run has the short run of each. */
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
