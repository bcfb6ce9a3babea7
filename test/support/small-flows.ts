// Small flows that tests of calls share: each asks for two digits and says goodbye.

const head = (id: string, variables: string): string => `voice_flow: 1
id: ${id}
language: en
start: ask
defaults: {give_up: bye}
variables:
  code: {type: digits, length: 2, ask: "Which code, please"}
${variables}`;
const bye = `  bye: {say: "Goodbye.", end: done}
`;

/** Asks one question. */
export const small = `${head("small", "")}nodes:
  ask: {ask: code, next: bye}
${bye}`;

/** Emits `plan.booked` with the code before it asks for something else. */
export const booking = `${head("booking", '  more: {type: boolean, ask: "You are booked. Anything else"}\n')}nodes:
  ask: {ask: code, next: tell}
  tell: {emit: {plan.booked: code}, next: again}
  again: {ask: more, next: bye}
${bye}`;

/**
 * Calls its tool `book` with the code; `http` is the request in the notation of flows, such as `POST
 * https://crm.example.com/`.
 */
export const tooled = (http: string): string => `${head("tooled", "")}tools:
  book:
    params: {code: text}
    http: ${http}
nodes:
  ask: {ask: code, next: book}
  book: {tool: book, with: {code: code}, next: bye, on_error: bye}
${bye}`;
