// Documentation as one text: the README and the guides, whose commands and settings the suites run as they stand there.

import { join } from "node:path";

const top = join(import.meta.dir, "../..");
const guides = [...new Bun.Glob("src/manual/guides/*.md").scanSync(top)].sort();

export const readme = await Bun.file(join(top, "README.md")).text();

export const documentation = [
  readme,
  ...(await Promise.all(guides.map((path) => Bun.file(join(top, path)).text()))),
].join("\n");
