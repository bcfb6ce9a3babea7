// Command `draw`: writes a flow file as a picture, an SVG file.

import { parseArgs } from "node:util";
import { basename } from "node:path";
import { diagramOf } from "../flow/author/draw/svg-diagram.ts";
import { type Theme, themes } from "../flow/author/draw/svg-style.ts";
import { graphOf } from "../flow/author/document/document-graph.ts";
import { problemLines, readFlowFiles } from "./flow-files.ts";
import { writeOrSay } from "./written-file.ts";
import { misuse } from "./mistakes/misuse.ts";

interface DrawOptions {
  readonly path: string;
  readonly theme: Theme;
  readonly out: string | undefined;
}

/** Draws a flow to standard output, unless a file is named. Draws flows with errors, too. */
export async function draw(args: readonly string[]): Promise<number> {
  const wanted = wantedBy(args);
  if (wanted === undefined) {
    console.error(misuse(`draw FILE [--out FILE.svg] [--theme ${themes.join("|")}]`, args));
    return 2;
  }
  const { path, theme, out } = wanted;
  if (out !== undefined && /\.(?:png|jpe?g|gif|webp|pdf)$/i.test(out)) {
    console.error(`${out} is not an SVG file. Write --out FILE.svg.`);
    return 2;
  }
  const [file] = (await readFlowFiles([path])) ?? [];
  if (file === undefined) return 1;
  const graph = graphOf(file.text);
  if (graph === undefined) {
    for (const line of problemLines(file)) console.error(line);
    return 1;
  }
  const svg = diagramOf(graph, { name: basename(path).replace(/(\.flow)?\.ya?ml$/, ""), theme });
  if (out === undefined) {
    await Bun.write(Bun.stdout, svg);
    return 0;
  }
  if (!(await writeOrSay(out, svg))) return 1;
  console.log(`${out} shows ${graph.nodes.length === 1 ? "1 node" : `${graph.nodes.length} nodes`}.`);
  return 0;
}

function wantedBy(args: readonly string[]): DrawOptions | undefined {
  try {
    const options = { out: { type: "string" }, theme: { type: "string", default: "auto" } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const theme = themes.find((each) => each === values.theme);
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0 || theme === undefined) return undefined;
    return { path, theme, out: values.out };
  } catch {
    return undefined;
  }
}
