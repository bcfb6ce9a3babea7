// Flights: decides which calls are recorded as a whole, and finds their recordings. The files are beside recordings
// made after the tone, under the same rules of access and age.

import { existsSync } from "node:fs";
import type { JsonObject } from "../../../db/port/stored-rows.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { ProviderNotice } from "../../providers/provider-contract.ts";
import type { KeptParts } from "../../cloud/account-retention.ts";
import type { RedactText } from "../text-redaction.ts";
import type { Recordings } from "../recordings.ts";
import { AppendedFile } from "./flight-file.ts";
import { callFields } from "../call-fields.ts";
import type { FlightHead } from "./flight-record.ts";
import { FlightRecorder } from "./flight-recorder.ts";
import { joinFlight, type OpenFlight } from "./joined-flight.ts";

export interface FlightsOptions {
  /** Recording if the session does not decide. */
  readonly records: boolean;
  readonly recordings: Pick<Recordings, "fileOf" | "begin" | "find" | "areCarriedAway">;
  readonly clock: Clock;
  readonly log: Log;
  /** The text of a built-in flow; undefined for a name of none. */
  readonly builtInText: (name: string) => string | undefined;
}

export interface FlightOrder {
  readonly sessionId: string;
  readonly accountId?: string | undefined;
  readonly keyId?: string | undefined;
  /** Recording choice of the session's request. */
  readonly record?: boolean | undefined;
  readonly flowId: string | undefined;
  /** Text of a stored flow. */
  readonly flowText?: string | undefined;
  readonly context: JsonObject;
  readonly usesExamples: boolean;
  readonly kept: Pick<KeptParts, "audio" | "values">;
  readonly redactText?: RedactText | undefined;
  readonly isSensitive: () => boolean;
  readonly isUnrecorded: () => boolean;
  readonly warn: (notice: ProviderNotice) => void;
}

const suffix = "call.recording";

export class Flights implements AsyncDisposable {
  readonly #o: FlightsOptions;
  readonly #files = new Set<AppendedFile>();

  constructor(options: FlightsOptions) {
    this.#o = options;
  }

  /** Begins a recording; undefined for an unrecorded call. */
  begin(order: FlightOrder): FlightRecorder | undefined {
    const { records, recordings, clock } = this.#o;
    const { sessionId, record = records, kept, redactText, isSensitive, isUnrecorded } = order;
    const name = this.#nameOf(sessionId);
    const path = recordings.fileOf(sessionId, name);
    if (!record || !kept.audio || path === undefined) return undefined;
    const log = this.#o.log.with(callFields(sessionId, order));
    const file = new AppendedFile({
      path,
      lost: (why, error) => {
        log.error("call.not-recorded", { why, error });
        order.warn({ code: "recording/lost", message: `The rest of the call is not recorded: ${why}` });
      },
    });
    this.#files.add(file);
    const whole = recordings.begin(sessionId, name);
    void file.done.then(() => {
      this.#files.delete(file);
      whole();
    });
    return new FlightRecorder({
      clock,
      head: this.#headOf(order),
      file,
      isSensitive,
      isUnrecorded,
      redactText,
    });
  }

  /**
   * Undefined for a session without a recording, or with an expired one. Throws a `FilesError` if the storage fails.
   */
  async find(sessionId: string): Promise<OpenFlight | undefined> {
    const files = await this.#o.recordings.find(sessionId, suffix);
    return files.length === 0 ? undefined : joinFlight(files);
  }

  /** Writes the recording up to now. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(Array.from(this.#files, (file) => (file.end(), file.done)));
  }

  /** A call that returns to a node, or finds others' parts in the storage, writes a new file each time. */
  #nameOf(sessionId: string): string {
    const { recordings, clock } = this.#o;
    const path = recordings.fileOf(sessionId, suffix);
    const isFirst = !recordings.areCarriedAway && path !== undefined && !existsSync(path);
    return isFirst ? suffix : `${clock.wall()}.${suffix}`;
  }

  #headOf({ sessionId, flowId, flowText, kept, usesExamples, ...order }: FlightOrder): FlightHead {
    const text = flowText ?? (flowId === undefined ? undefined : this.#o.builtInText(flowId));
    const flow = flowId === undefined || text === undefined ? null : { id: flowId, text };
    const context = kept.values ? order.context : {};
    return {
      session: sessionId,
      startedAtMs: this.#o.clock.wall(),
      flow,
      context,
      usesExamples,
      ears: "open",
    };
  }
}
