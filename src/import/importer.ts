// Importer: all that the program sees of this folder, which turns other systems' exports into flows. Nothing else of it
// is imported from outside.

export { exportBytesMax } from "./export-data.ts";
export { type ImportedFlow, importFlow } from "./import-flow.ts";
export { ImportProblem } from "./import-problem.ts";
export { reportLines } from "./import-report.ts";
export { importSources, sourceNamed } from "./import-sources.ts";
