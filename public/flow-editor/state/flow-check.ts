// Flow check: finds what is wrong with a text. The page finds it at once; the server, which also knows which addresses
// the operator allows and which words its recogniser hears, has the last word.

import { problemsOf } from "../../../src/flow/language/find-problems.ts";
import type { Problem } from "../../../src/flow/language/source/problem.ts";

/** The server's findings in a text; undefined when it does not say. Never rejects. */
export type AskServer = (text: string) => Promise<readonly Problem[] | undefined>;

/** The address is not https, and the address is not public: only the server knows whether it is allowed. */
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

  /** Findings of the server; it is asked once for a text in a row, unless it did not say. */
  async foundByServer(text: string): Promise<readonly Problem[] | undefined> {
    if (this.#last?.text !== text) this.#last = { text, answer: this.#ask(text) };
    const { answer } = this.#last;
    const problems = await answer;
    // The server stores other texts too, unchecked; in this page it is to become one.
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

/** Whether the page cannot judge it alone. */
export const isOfAddress = ({ code }: Pick<Problem, "code">): boolean => ofAddresses.has(code);
