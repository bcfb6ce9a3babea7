// Command `init DIR`: creates a folder with a flow, its tests, and a README. It overwrites nothing.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { invocation, quoted } from "./invocation.ts";
import { writeOrSay } from "./written-file.ts";
import { misuse } from "./mistakes/misuse.ts";

const flowFile = "booking.flow.yaml";

/** Tests cover every node, every branch, and every question given up. */
const flow = `# A flow: the texts and questions of an agent, node by node, and their order.
voice_flow: 1
id: booking
name: Booking
language: en
start: hello

variables:
  guests:
    type: number
    integer: true
    min: 1
    max: 20
    ask: For how many people?
    no_match: ["Sorry, how many people? Say a number, such as four."]
  right: {type: boolean, ask: "A table for {{ guests }}. Is that right?"}

defaults: {give_up: lost}

nodes:
  hello: {say: "Hello, this is the Sunflower.", next: size}
  size:
    ask: guests
    next:
      - {if: guests > 8, goto: large}
      - {else: confirm}
  confirm:
    ask: right
    next:
      - {if: right, goto: booked}
      - {else: size_again}
  size_again: {say: Let us try again., set: {guests: null, right: null}, next: size}
  large: {say: "For more than eight people please write to us. Goodbye.", end: large}
  booked: {say: "Your table for {{ guests }} is booked. Goodbye.", end: booked}
  lost: {say: "I am sorry, I did not understand. Please call again.", end: lost}

# Conversations with their expected results. They run without audio, network or a model.
tests:
  - name: a table for four
    script:
      - {says: For how many people}
      - {user: four}
      - {says: A table for 4}
      - {user: "yes"}
      - {says: is booked}
      - {ends: booked}
  - name: it was another number
    script:
      - {user: two}
      - {user: "no"}
      - {says: try again}
      - {user: three}
      - {user: "yes"}
      - {ends: booked}
  - name: too many for one table
    script:
      - {user: twelve people}
      - {ends: large}
  - name: nothing is understood
    script:
      - {user: blue}
      - {says: Say a number}
      - {user: green}
      - {user: red}
      - {ends: lost}
  - name: neither yes nor no
    script:
      - {user: four}
      - {user: blue}
      - {user: green}
      - {user: red}
      - {ends: lost}
`;

export async function init(args: readonly string[]): Promise<number> {
  const [folder, ...rest] = args;
  if (folder === undefined || folder === "" || folder.startsWith("-") || rest.length > 0) {
    console.error(misuse("init DIR", args));
    return 2;
  }
  const at = join(folder, flowFile);
  const files = [
    [at, flow],
    [join(folder, "README.md"), readme(folder)],
  ] as const;
  const [there] = files.filter(([path]) => existsSync(path));
  if (there !== undefined) {
    console.error(`${there[0]} already exists. Choose another folder.`);
    return 1;
  }
  for (const [path, text] of files) if (!(await writeOrSay(path, text))) return 1;
  console.log(`Created a flow with tests and a README in ${folder}. Next:

  ${testCommand(at)}
  ${talkCommand(at)}`);
  return 0;
}

const testCommand = (path: string): string => `${invocation} test ${quoted(path)}`;
const talkCommand = (path: string): string => `${invocation} talk ${quoted(path)}`;

function readme(folder: string): string {
  const at = join(folder, flowFile);
  return `# Booking

\`${flowFile}\` is a flow: the texts and questions of a voice agent, and their order. Its tests are at the end of the file.

Run all commands in the folder in which you called \`init\`. Run the tests after each change:

    ${testCommand(at)}

Talk to the flow by typing, without a server:

    ${talkCommand(at)}

Start the server, then open the file at http://localhost:3000/flow-editor and call it there:

    ${invocation}

Check the flow, simulate a hundred calls, and draw it:

    ${invocation} check ${quoted(at)}
    ${invocation} simulate ${quoted(at)}
    ${invocation} draw ${quoted(at)} --out ${quoted(join(folder, "booking.svg"))}

A coding agent can do all of this over MCP with this command:

    ${invocation} mcp --dir ${quoted(folder)}

The language, with every key, is described at http://localhost:3000/flow-language.
`;
}
