// Log scores: probabilities as whole numbers, as the acoustic model holds them, so that sums are exact and fast.

/** The base of the model's logarithms. */
const base = 1.0001;
/** Scores of paths are 1,024 times as coarse. */
const scoreShift = 10;
/** Less than any sum of real scores; four of them still fit into 32 bits. */
export const worstScore = -0x2000_0000;

/** The logarithm of a probability; fine units. */
export const logOf = (probability: number): number =>
  probability <= 0 ? worstScore : Math.trunc(Math.log(probability) / Math.log(base));

/** Fine units into those of paths. */
export const scoreOfLog = (log: number): number => log >> scoreShift;
