// Outbox store: queues of deliveries to hooks, in which only the first of a queue has a time. A delivered or
// abandoned one leaves the table, and the next one of its queue is due at once. Results of deliveries about a session
// are stored beside it.

export interface Delivery {
  /** Id, which rises in the order of creation. */
  readonly id: number;
  readonly accountId: string;
  /** Events of a session for one receiver, delivered one after the other. */
  readonly queue: string;
  readonly url: string;
  /** `hook_…` of the account, or `secret:NAME`: owner of the signing secret. */
  readonly signer: string;
  /** Id of the message, equal for all receivers of an event. */
  readonly messageId: string;
  readonly body: string;
  /** Number of failed attempts. */
  readonly attempts: number;
  /** Due time, only for the first of a queue. */
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

/** `oldestAt`: creation of the oldest one; null: none. */
export interface OutboxBacklog {
  readonly rows: number;
  readonly oldestAt: number | null;
}

/** Receiver with its first due time, and its first due time after now. */
export interface Due {
  readonly url: string;
  readonly firstAt: number;
  readonly laterAt: number | null;
}

/** Record of a finished delivery. */
export interface Outcome {
  readonly sessionId: string;
  readonly event: string;
  /** Reason for giving up; null: delivered. */
  readonly lastError: string | null;
  /** True if the sent body is stored as long as the session's words and values. */
  readonly isKept: boolean;
  /** About this many are stored per account at most: the oldest are deleted. */
  readonly rowsMax: number;
}

export interface DoneDelivery extends Pick<
  Delivery,
  "id" | "accountId" | "queue" | "url" | "signer" | "messageId"
> {
  readonly event: string;
  readonly lastError: string | null;
  /** Number of attempts. */
  readonly attempts: number;
  readonly doneAt: number;
  /** Body as it waited; null: not stored, so it cannot be sent again. */
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
   * Takes the first due delivery of each queue of one receiver, longest due first. Until `until` no other node gets
   * them; then they are due again, unless removed or postponed.
   */
  claim(of: {
    readonly url: string;
    readonly at: number;
    readonly limit: number;
    readonly nodeId: string;
    readonly until: number;
  }): Promise<readonly Delivery[]>;
  /**
   * Removes a delivered or abandoned delivery: the next of its queue is due. `outcome`: stored if the session exists.
   * False if the delivery was gone already.
   */
  remove(delivery: Delivery, at: number, outcome?: Outcome): Promise<boolean>;
  /** Removes the deliveries of a deleted receiver, with their stored bodies; works on a full disk too. */
  removeOf(signer: Signer): Promise<readonly Pick<Delivery, "accountId" | "body">[]>;
  /** Removes the deliveries about an erased session; works on a full disk too. */
  removeOfSession(sessionId: string): Promise<readonly Pick<Delivery, "accountId" | "body">[]>;
  /** Waiting deliveries about a session, in the order of their creation. */
  ofSession(of: OfSession): Promise<readonly Delivery[]>;
  /** Finished deliveries about a session, in the order of their creation. */
  doneOf(of: OfSession): Promise<readonly DoneDelivery[]>;
  /**
   * Queues a finished delivery again, as a new one. Undefined: the delivery does not exist, or its body is not stored.
   */
  again(of: OfSession & { readonly id: number; readonly at: number }): Promise<NewDelivery | undefined>;
  /**
   * Makes the delivery due at once. `behind`: another one of its queue goes first; `missing`: it does not exist, or no
   * longer.
   */
  hasten(of: OfSession & { readonly id: number; readonly at: number }): Promise<HastenedDelivery>;
  /** Schedules a failed delivery again. False if the delivery is gone. */
  postpone(delivery: Delivery, nextAt: number): Promise<boolean>;
  loads(): Promise<readonly OutboxLoad[]>;
  /** All waiting deliveries, of all accounts. */
  waiting(): Promise<OutboxBacklog>;
  /** Calls `fire` when another node may have added something, until disposed. May miss some: check at intervals. */
  onAdded(fire: () => void): Disposable;
}
