// Outbox store: queues of deliveries to hooks, in which only the first of a queue has a time. What is delivered or
// given up leaves it, and the next one is due at once. What became of those about a session is written down beside it.

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

/** What waits for one account. */
export interface OutboxLoad {
  readonly accountId: string;
  readonly rows: number;
  readonly chars: number;
}

/** `oldestAt`: when the oldest of them was added; null: there are none. */
export interface Waiting {
  readonly rows: number;
  readonly oldestAt: number | null;
}

/** A receiver, and when it is to be sent something: for the first time, and for the first time after now. */
export interface Due {
  readonly url: string;
  readonly firstAt: number;
  readonly laterAt: number | null;
}

/** What is written down of one that is over. */
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

export type Hastened = "due" | "behind" | "missing";

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
   * It was taken or given up: the next of its queue is due. `outcome`: to be written down, if the session is there. False
   * when it was gone already.
   */
  remove(delivery: Delivery, at: number, outcome?: Outcome): Promise<boolean>;
  /** Those of a receiver that is gone, and what was sent to it is kept no more; works on a full disk, too. */
  removeOf(signer: Signer): Promise<readonly Pick<Delivery, "accountId" | "body">[]>;
  /** Those about a session that is erased; works on a full disk, too. */
  removeOfSession(sessionId: string): Promise<readonly Pick<Delivery, "accountId" | "body">[]>;
  /** What waits about a session, in the order in which it was added. */
  ofSession(of: OfSession): Promise<readonly Delivery[]>;
  /** What became of those about a session, in the order in which they were added. */
  doneOf(of: OfSession): Promise<readonly DoneDelivery[]>;
  /** One that is over waits once more, as a new one. Undefined: it is not there, or what was sent is not kept. */
  again(of: OfSession & { readonly id: number; readonly at: number }): Promise<NewDelivery | undefined>;
  /** Is due at once. `behind`: another one of its queue has to go first; `missing`: it is not there, or not any more. */
  hasten(of: OfSession & { readonly id: number; readonly at: number }): Promise<Hastened>;
  /** It was sent in vain. False when it is gone. */
  postpone(delivery: Delivery, nextAt: number): Promise<boolean>;
  loads(): Promise<readonly OutboxLoad[]>;
  /** All that waits, of all accounts. */
  waiting(): Promise<Waiting>;
  /** Calls `fire` when another node may have added something, until it is disposed. May miss some: look now and then. */
  onAdded(fire: () => void): Disposable;
}
