// The words of the command line: usage, version, and what to do about a command that does not exist.

import { variables } from "../config.ts";
import { version } from "../base/version.ts";
import { invocation } from "./invocation.ts";

export function printVersion(): number {
  console.log(version);
  return 0;
}

export function printHelp(): number {
  const rows = Object.entries(variables).map(
    ([name, { default: fallback, about }]) =>
      `  ${name.padEnd(25)}${about}${fallback === "" ? "" : ` (${fallback})`}`,
  );
  console.log(`Voice Flow ${version}: a self-hosted voice agent

Usage:
  ${invocation} [serve]                          starts the server
  ${invocation} talk --audio IN.wav OUT.wav      plays a recording to it and keeps what it answers
  ${invocation} health                           exits with 0 if the server is well
  ${invocation} --help | --version

Environment of serve:
${rows.join("\n")}`);
  return 0;
}

export function printUnknown(command: string): number {
  console.error(`There is no command "${command}": ${invocation} --help lists them.`);
  return 2;
}
