// Flow check: finds the problems of a text. The page finds them at once; the server, which also knows the addresses
// that the operator allows and the words that its recogniser hears, decides.

import { problemsOf } from "../../../src/flow/language/find-problems.ts";
import type { Problem } from "../../../src/flow/language/source/problem.ts";

/** The server's findings in a text; undefined if the server does not answer. Never rejects. */
export type AskServer = (text: string) => Promise<readonly Problem[] | undefined>;

/** Codes for an address without https and for a private address: only the server knows whether it allows them. */
const ofAddresses: ReadonlySet<string> = new Set(["VF602", "VF610"]);

export class FlowCheck {
  readonly #ask: AskServer;
  /** Hosts with their ports that the server has allowed. */
  readonly #allowed = new Set<string>();
  #last: { readonly text: string; readonly answer: ReturnType<AskServer> } | undefined;

  constructor(ask: AskServer) {
    this.#ask = ask;
  }

  /** Findings of this page alone. */
  found(text: string): readonly Problem[] {
    return problemsOf(text, { outboundAllowed: (host, port) => this.#allowed.has(`${host} ${port}`) });
  }

  /** Findings of the server, which is asked once for consecutive checks of a text, unless it did not answer. */
  async foundByServer(text: string): Promise<readonly Problem[] | undefined> {
    if (this.#last?.text !== text) this.#last = { text, answer: this.#ask(text) };
    const { answer } = this.#last;
    const problems = await answer;
    // The server also stores other texts, unchecked; in this page a text must become a flow.
    if (problems?.some(isOfNoFlow) === true) return undefined;
    if (problems === undefined && this.#last.answer === answer) this.#last = undefined;
    if (problems !== undefined && !problems.some(isOfAddress)) this.#learnFrom(text);
    return problems;
  }

  /** Whether the server lets the flow reach all of its addresses. */
  async allowsAddresses(text: string): Promise<boolean> {
    if (!this.found(text).some(isOfAddress)) return true;
    const problems = await this.foundByServer(text);
    return problems !== undefined && !problems.some(isOfAddress);
  }

  #learnFrom(text: string): void {
    problemsOf(text, { outboundAllowed: (host, port) => this.#allowed.add(`${host} ${port}`) !== undefined });
  }
}

const isOfNoFlow = ({ severity, code }: Problem): boolean => severity === "warning" && code === "VF100";

/** Whether only the server can decide on the problem. */
export const isOfAddress = ({ code }: Pick<Problem, "code">): boolean => ofAddresses.has(code);
