// Access metrics: accepted and refused calls, and the results of logins and credentials.

import type { Metrics } from "../base/metrics.ts";
import { type LoginAttack, loginAttacks } from "../cloud/failed-logins.ts";
import { leakSigns, type LeakSign } from "../cloud/key-use.ts";
import { type LetterLimit, letterLimits } from "../cloud/letters/letter-limits.ts";
import { loginOutcomes } from "../routes/account/login-check.ts";
import { credentialKinds } from "../routes/http/auth.ts";
import { notReady, notReadyReasons, type Readiness } from "../routes/ready-routes.ts";

export interface AccessCounters {
  readonly loggedIn: (outcome: (typeof loginOutcomes)[number]) => void;
  /** Unknown credentials were shown. */
  readonly refused: (kind: (typeof credentialKinds)[number]) => void;
  /** Attempts to guess passwords. */
  readonly attacked: (by: LoginAttack) => void;
  /** An API key has probably leaked. */
  readonly keySuspected: (sign: LeakSign) => void;
  /** A letter is not sent because of this limit. */
  readonly letterLimited: (limit: LetterLimit) => void;
}

export function openAccessMetrics(metrics: Metrics): AccessCounters & {
  /** Called before each reading of the figures. */
  readonly watch: (readiness: () => Readiness) => void;
} {
  const unready = metrics.gauge("voice_flow_not_ready", {
    help: "Processes that should get no calls at present, by reason; all 0: every process is ready.",
    labels: [["why", notReadyReasons]],
  });
  const places = metrics.gauge("voice_flow_calls_max", {
    help: "Calls that the processes can take, including running ones.",
  });
  const logins = metrics.counter("voice_flow_logins_total", {
    help: "Logins with email and password, by result; limited: refused unread because too many had failed.",
    labels: [["outcome", loginOutcomes]],
  });
  const refused = metrics.counter("voice_flow_credentials_refused_total", {
    help: "Requests with an unknown, expired or revoked API key, access token or session token, and logins and sign-ups refused unread because their address had sent too many.",
    labels: [["kind", credentialKinds]],
  });
  const attacks = metrics.counter("voice_flow_login_attacks_total", {
    help: "Minutes with password guessing, by an address, at an account, or in total: the log names them.",
    labels: [["by", loginAttacks]],
  });
  const suspected = metrics.counter("voice_flow_keys_suspected_total", {
    help: "API keys used from many more addresses than usual within ten minutes, much more often within one minute, or from a new network; each counts once in ten minutes, and the log names it.",
    labels: [["sign", leakSigns]],
  });
  const letters = metrics.counter("voice_flow_letters_limited_total", {
    help: "Requested emails that were not sent, by the reached limit: of an account, a network, all accounts created within the last day, or the whole server; or of waiting emails or requests.",
    labels: [["limit", letterLimits]],
  });
  return {
    letterLimited: (limit) => letters.at(limit).add(1),
    attacked: (by) => attacks.at(by).add(1),
    keySuspected: (sign) => suspected.at(sign).add(1),
    loggedIn: (outcome) => logins.at(outcome).add(1),
    refused: (kind) => refused.at(kind).add(1),
    watch: (readiness) =>
      metrics.measure(() => {
        const now = readiness();
        const why = notReady(now);
        for (const reason of notReadyReasons) unready.at(reason).set(why.includes(reason) ? 1 : 0);
        places.at().set(now.callsMax);
      }),
  };
}
