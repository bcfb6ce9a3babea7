// Import problem: reason why an export cannot be read as its stated kind, in one sentence.

export class ImportProblem extends Error {}
