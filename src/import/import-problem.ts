// Import problem: why an export cannot be read as what it was said to be, in one sentence.

export class ImportProblem extends Error {}
