// Account share: the part of all places that one account may take while there are others. A lone account may have all
// of them.

import type { Store } from "../../db/port/store.ts";

export interface ShareRules {
  readonly engineOpenSessionsMax: number;
  /** Percent of all places that one account may take; 100: all of them. */
  readonly sessionsPerAccountShare: number;
  /** True if strangers can reach the server and sign up: several accounts are then expected. */
  readonly strangersMayCome: () => boolean;
}

export class AccountShare {
  readonly #rules: ShareRules;
  readonly #store: Pick<Store, "accounts">;
  #hasSeveral = false;

  constructor(rules: ShareRules, store: Pick<Store, "accounts">) {
    this.#rules = rules;
    this.#store = store;
  }

  /** Checks for a second account until there is one. Never rejects. */
  async look(): Promise<void> {
    if (this.isShared || this.#rules.sessionsPerAccountShare === 100) return;
    try {
      this.#hasSeveral = (await this.#store.accounts.page({ limit: 2 })).length > 1;
    } catch {
      // The next request looks again.
    }
  }

  get isShared(): boolean {
    const { sessionsPerAccountShare, strangersMayCome } = this.#rules;
    return sessionsPerAccountShare < 100 && (this.#hasSeveral || strangersMayCome());
  }

  /** Sessions of one account that leave others their places. `nodes`: all that take calls. */
  of(nodes: readonly { readonly callsMax: number }[]): number {
    if (!this.isShared) return Number.POSITIVE_INFINITY;
    const { engineOpenSessionsMax, sessionsPerAccountShare } = this.#rules;
    const places = nodes.reduce((sum, { callsMax }) => sum + callsMax, 0);
    return Math.max(1, Math.floor((Math.max(places, engineOpenSessionsMax) * sessionsPerAccountShare) / 100));
  }
}
