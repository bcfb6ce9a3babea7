// Ring settings: how long a transfer rings, and where the caller goes when it is not answered.

export interface RingSettings {
  /** Target when the call is not answered, busy or declined; absent: the target of a failure. */
  readonly onNoAnswer?: string;
  /** Maximum ringing time in milliseconds; absent: the line's own. */
  readonly ringMs?: number;
  /** True if the telephone line calls the target itself instead of asking its PBX. */
  readonly bridges?: true;
}
