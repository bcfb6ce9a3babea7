// Outbox store: queues of deliveries to hooks, in which only the first of a queue has a time. A delivered or
// abandoned one leaves the table, and the next one of its queue is due at once. Results of deliveries about a
// session are stored beside it.

export interface Delivery {
  /** Counts up in the order in which they were added. */
  readonly id: number;
  readonly accountId: string;
  /** A session's events for one receiver, which are delivered one after the other. */
  readonly queue: string;
  readonly url: string;
  /** `hook_…` of the account, or `secret:NAME`: whose secret signs. */
  readonly signer: string;
  /** The same for all receivers of an event. */
  readonly messageId: string;
  readonly body: string;
  /** How often it was sent in vain. */
  readonly attempts: number;
  /** Only the first of a queue has one. */
  readonly nextAt: number | null;
  readonly createdAt: number;
}

export type NewDelivery = Omit<Delivery, "id" | "attempts" | "nextAt">;

export type Signer = Pick<Delivery, "accountId" | "signer">;

/** Waiting deliveries of one account. */
export interface OutboxLoad {
  readonly accountId: string;
  readonly rows: number;
  readonly chars: number;
}

/** `oldestAt`: when the oldest of them was added; null: there are none. */
export interface OutboxBacklog {
  readonly rows: number;
  readonly oldestAt: number | null;
}

/** A receiver, and when it is to be sent something: for the first time, and for the first time after now. */
export interface Due {
  readonly url: string;
  readonly firstAt: number;
  readonly laterAt: number | null;
}

/** Record of a finished delivery. */
export interface Outcome {
  readonly sessionId: string;
  readonly event: string;
  /** Why it was given up; null: it was taken. */
  readonly lastError: string | null;
  /** Whether what was sent is kept as long as the session's words and values are. */
  readonly isKept: boolean;
  /** So many of the account are kept at most, or about so many: the oldest go. */
  readonly rowsMax: number;
}

export interface DoneDelivery extends Pick<
  Delivery,
  "id" | "accountId" | "queue" | "url" | "signer" | "messageId"
> {
  readonly event: string;
  readonly lastError: string | null;
  /** How often it was sent. */
  readonly attempts: number;
  readonly doneAt: number;
  /** As it waited; null: it is not kept, and cannot be sent again. */
  readonly body: string | null;
}

export interface OfSession {
  readonly accountId: string;
  readonly sessionId: string;
}

export type HastenedDelivery = "due" | "behind" | "missing";

export interface OutboxStore {
  add(deliveries: readonly NewDelivery[]): Promise<void>;
  receivers(at: number): Promise<readonly Due[]>;
  /**
   * Takes the first of each queue of one receiver that is due, longest due first. Until `until` no other node is given
   * them; then they are due again, unless they were removed or postponed.
   */
  claim(of: {
    readonly url: string;
    readonly at: number;
    readonly limit: number;
    readonly nodeId: string;
    readonly until: number;
  }): Promise<readonly Delivery[]>;
  /**
   * Removes a delivered or abandoned one: the next of its queue is due. `outcome`: to be written down, if the
   * session is there. False when it was gone already.
   */
  remove(delivery: Delivery, at: number, outcome?: Outcome): Promise<boolean>;
  /** Removes the deliveries of a deleted receiver, with their stored bodies; works on a full disk, too. */
  removeOf(signer: Signer): Promise<readonly Pick<Delivery, "accountId" | "body">[]>;
  /** Removes the deliveries about an erased session; works on a full disk, too. */
  removeOfSession(sessionId: string): Promise<readonly Pick<Delivery, "accountId" | "body">[]>;
  /** Waiting deliveries about a session, in the order of their creation. */
  ofSession(of: OfSession): Promise<readonly Delivery[]>;
  /** Finished deliveries about a session, in the order of their creation. */
  doneOf(of: OfSession): Promise<readonly DoneDelivery[]>;
  /** Queues a finished delivery once more, as a new one. Undefined: it is not there, or its body is not kept. */
  again(of: OfSession & { readonly id: number; readonly at: number }): Promise<NewDelivery | undefined>;
  /** Is due at once. `behind`: another one of its queue has to go first; `missing`: it is not there, or not any more. */
  hasten(of: OfSession & { readonly id: number; readonly at: number }): Promise<HastenedDelivery>;
  /** Schedules a failed delivery again. False when it is gone. */
  postpone(delivery: Delivery, nextAt: number): Promise<boolean>;
  loads(): Promise<readonly OutboxLoad[]>;
  /** All that waits, of all accounts. */
  waiting(): Promise<OutboxBacklog>;
  /** Calls `fire` when another node may have added something, until it is disposed. May miss some: look now and then. */
  onAdded(fire: () => void): Disposable;
}
