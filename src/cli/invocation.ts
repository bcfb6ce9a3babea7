// Invocation: how this process was started, so that suggested commands work when typed.

import { relative, sep } from "node:path";

export const invocation: string = find();

/** A path, for a shell. */
export function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function find(): string {
  const here = process.cwd();
  const shown = (path: string): string => {
    const relativePath = relative(here, path);
    return relativePath.startsWith("..") ? path : relativePath;
  };
  if (Bun.isStandaloneExecutable) {
    const path = shown(process.execPath);
    return path.includes(sep) ? path : `.${sep}${path}`;
  }
  // npx puts its bun on the PATH of this process only, not of the reader's shell.
  const lent = process.execPath.includes(`${sep}_npx${sep}`);
  const bun = lent ? `npx -y bun@${Bun.version}` : Bun.which("bun") === null ? process.execPath : "bun";
  return `${bun} ${shown(Bun.main)}`;
}
