// Ring settings: how long a transfer rings, and where the caller goes when it is not answered.

export interface RingSettings {
  /** Target when it rings in vain, is busy or declined; if absent, that of a failure is. */
  readonly onNoAnswer?: string;
  /** How long it may ring there; absent: as long as the line has it. */
  readonly ringMs?: number;
  /** A telephone line calls there itself, in place of asking its PBX for it. */
  readonly bridges?: true;
}
