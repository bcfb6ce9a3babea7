// Succession: one process replaces another on the same machine. The running process continues until the newcomer
// reports ready, releases its calls and the data, and stays ready to take both back until the newcomer serves.

import type { Server } from "node:net";
import { type Clock, within } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import {
  isProof,
  type LeftBehind,
  listenAt,
  nonce,
  type PredecessorFacts,
  proofOf,
  SuccessionLink,
} from "./succession-link.ts";

export interface SuccessionOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Path of the socket. */
  readonly path: string;
  /** Derived from the master key. */
  readonly key: Uint8Array;
}

/** Time limit for the proofs of both ends. */
const proofMsMax = 5_000;
/**
 * Time for the other process to release: it waits up to two seconds for answers, and equally long for irreversible
 * work.
 */
const leaveMsMax = 20_000;

/** Side of the running process: waits for a newcomer. */
export class Successors {
  readonly #o: SuccessionOptions & { readonly facts: PredecessorFacts };
  /** Resolves with a newcomer that has proved itself and is ready; this process has to leave. */
  readonly asked: Promise<Successor>;
  readonly #asked = Promise.withResolvers<Successor>();
  #server: Server | undefined;

  private constructor(options: SuccessionOptions & { readonly facts: PredecessorFacts }) {
    this.#o = options;
    this.asked = this.#asked.promise;
  }

  /** No succession is possible if the socket cannot be made, which is logged. */
  static async open(options: SuccessionOptions & { readonly facts: PredecessorFacts }): Promise<Successors> {
    const successors = new Successors(options);
    try {
      successors.#server = await listenAt(options.path, (link) => void successors.#meet(link));
    } catch (error) {
      options.log.warn("succession.closed", { error });
    }
    return successors;
  }

  /** Refuses all further successors. The link to the present one stays. */
  close(): void {
    this.#server?.close();
  }

  async #meet(link: SuccessionLink): Promise<void> {
    const { clock, log, key, facts } = this.#o;
    const sentNonce = nonce();
    link.send({ type: "challenge", nonce: sentNonce });
    const proved = await within(clock, proofMsMax, link.next("proof")).catch(() => undefined);
    if (proved === undefined || !isProof(proved.proof, proofOf(key, "newcomer", [sentNonce, proved.nonce]))) {
      if (proved !== undefined) log.warn("succession.refused", {});
      link[Symbol.dispose]();
      return;
    }
    link.send({ type: "welcome", proof: proofOf(key, "predecessor", [proved.nonce, sentNonce]), facts });
    log.info("succession.met", {});
    if ((await link.next("leave")) === undefined) {
      // The newcomer could not get ready: nothing has changed.
      log.info("succession.given-up", {});
      link[Symbol.dispose]();
      return;
    }
    this.#asked.resolve(new Successor(link));
  }
}

/** The newcomer, for the running process. */
export class Successor {
  readonly #link: SuccessionLink;

  constructor(link: SuccessionLink) {
    this.#link = link;
  }

  /** The data is free. Resolves with true when the newcomer serves, with false if it died before. */
  async left(behind: LeftBehind): Promise<boolean> {
    this.#link.send({ type: "left", ...behind });
    const done = await this.#link.next("done");
    this.#link[Symbol.dispose]();
    return done !== undefined;
  }
}

/** The running process, for the newcomer. */
export class Predecessor implements Disposable {
  readonly facts: PredecessorFacts;
  readonly #link: SuccessionLink;
  readonly #clock: Clock;

  private constructor(link: SuccessionLink, facts: PredecessorFacts, clock: Clock) {
    this.#link = link;
    this.facts = facts;
    this.#clock = clock;
  }

  /** Undefined: there is none. Rejects if it has another key, or does not answer. */
  static async meet({ path, key, clock }: Omit<SuccessionOptions, "log">): Promise<Predecessor | undefined> {
    const link = await SuccessionLink.to(path).catch(() => undefined);
    if (link === undefined) return undefined;
    const meeting = (async () => {
      const challenge = await link.next("challenge");
      if (challenge === undefined) return undefined;
      const sentNonce = nonce();
      const proof = proofOf(key, "newcomer", [challenge.nonce, sentNonce]);
      link.send({ type: "proof", proof, nonce: sentNonce });
      const welcome = await link.next("welcome");
      const expected = proofOf(key, "predecessor", [sentNonce, challenge.nonce]);
      return welcome !== undefined && isProof(welcome.proof, expected) ? welcome.facts : undefined;
    })();
    const facts = await within(clock, proofMsMax, meeting).catch(() => undefined);
    if (facts !== undefined) return new Predecessor(link, facts, clock);
    link[Symbol.dispose]();
    throw new Error("The process that has the data does not know the same master key, or does not answer");
  }

  /**
   * Releases its calls and the data. Resolves with the state to resume; undefined: it died meanwhile, and its open
   * work ends as after any crash. Rejects when it takes too long, and then keeps them.
   */
  async leave(): Promise<LeftBehind | undefined> {
    this.#link.send({ type: "leave" });
    return await within(this.#clock, leaveMsMax, this.#link.next("left"));
  }

  /** This process serves: the other one can end. */
  done(): void {
    this.#link.send({ type: "done" });
  }

  [Symbol.dispose](): void {
    this.#link[Symbol.dispose]();
  }
}
