// Buckets: bounds that several histograms share, in seconds.

/** Between a question and an answer: finest where people begin to notice a delay. */
export const answerBuckets = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2, 3, 5] as const;

/** Buckets for work of milliseconds. */
export const workBuckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1] as const;
