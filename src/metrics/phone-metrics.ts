// Phone metrics: registered and unregistered numbers, and the results of outgoing calls.

import type { Metrics } from "../base/metrics.ts";
import { type TransferOutcome, transferOutcomes } from "../phone/phone-transfer.ts";
import { type PhoneOutcome, phoneOutcomes } from "../phone/numbers/phone-attempt.ts";

/** Numbers of this process. */
export interface PhoneState {
  readonly held: number;
  readonly registered: number;
}

export interface PhoneCounters {
  readonly ended: (outcome: PhoneOutcome) => void;
  readonly transferred: (outcome: TransferOutcome) => void;
  /** Called before each reading of the figures. */
  readonly watch: (standing: () => PhoneState) => void;
}

export function openPhoneMetrics(metrics: Metrics): PhoneCounters {
  const numbers = metrics.gauge("voice_flow_phone_numbers", {
    help: "Telephone numbers of this process, by the state of their registration.",
    labels: [["state", ["registered", "not_registered"]]],
  });
  const ended = metrics.counter("voice_flow_phone_calls_total", {
    help: "Finished telephone calls of accounts, by outcome.",
    labels: [["outcome", phoneOutcomes]],
  });
  const transferred = metrics.counter("voice_flow_phone_transfers_total", {
    help: "Transfers of telephone callers, by result.",
    labels: [["outcome", transferOutcomes]],
  });
  return {
    transferred: (outcome) => transferred.at(outcome).add(1),
    ended: (outcome) => ended.at(outcome).add(1),
    watch: (standing) =>
      metrics.measure(() => {
        const { held, registered } = standing();
        numbers.at("registered").set(registered);
        numbers.at("not_registered").set(held - registered);
      }),
  };
}
