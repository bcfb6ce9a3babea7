// Foreground: separates the caller from a voice farther away, such as a television. The caller is the loudest voice, and
// is alone until another voice continues without a pause while the caller is silent. A pure step over blocks of 100 ms.

/** Loudness in dB of `SpeechEnergy`; only differences count. */
export interface SoundBlock {
  readonly db: number;
  /** Louder than the noise of the line. */
  readonly isSound: boolean;
  /** True if the voice detector heard speech in the block. */
  readonly isVoice: boolean;
}

export interface ForegroundState {
  /** Loudness of the caller's words; -Infinity: no speech yet. */
  readonly levelDb: number;
  readonly before: SoundBlock | undefined;
  /** Blocks since the caller's last speech. */
  readonly since: number;
  /** Silent blocks in a row. */
  readonly silent: number;
  /** Since the last long silence: the caller was heard or not, blocks with sound, blocks of another voice. */
  readonly isHeard: boolean;
  readonly sound: number;
  readonly others: number;
}

/** Sound this far below the caller's words is no word of the caller's while another voice talks. */
const belowDb = 12;
/** A caller silent for eight seconds may be farther away than before. */
const sinceMax = 80;
/** Soft sound this soon after the caller's words is the caller's: sentences have accents and end softly. */
const ownBlocks = 15;
/**
 * Another voice talks: ten seconds of sound without a silence of one, which a lone caller leaves around each
 * sentence, with four seconds of soft sound in them. It is gone after two seconds of silence.
 */
const soundMin = 100;
const othersMin = 40;
const silentBlocks = { unheard: 10, heard: 20 } as const;
/** A word has two loud blocks, a slammed door one: maximum rise of the level per block. */
const riseDb = 20;
/**
 * A level that no sound reaches again was a cry, or the caller moved away from the microphone: fall in dB per block.
 */
const fallDb = { soon: 0.02, late: 0.1 } as const;
const lateBlocks = 50;

export const noVoiceHeard: ForegroundState = {
  levelDb: -Infinity,
  before: undefined,
  since: sinceMax,
  silent: 0,
  isHeard: false,
  sound: 0,
  others: 0,
};

export function foregroundStep(state: ForegroundState, block: SoundBlock): ForegroundState {
  const { before } = state;
  const isNear = block.db > state.levelDb - belowDb;
  const since = isNear ? 0 : state.since + 1;
  const spokenDb = block.isVoice && before?.isVoice === true ? Math.min(block.db, before.db) : -Infinity;
  const fall = since > lateBlocks ? fallDb.late : fallDb.soon;
  const levelDb = levelAfter(state.levelDb, spokenDb, block.isSound ? fall : 0);
  const silent = block.isSound ? 0 : state.silent + 1;
  const isSilence = silent >= (isTwo(state) ? silentBlocks.heard : silentBlocks.unheard);
  const isHeard = !isSilence && (isNear || state.isHeard);
  const isOthers = isHeard && block.isSound && since > ownBlocks;
  return {
    levelDb,
    before: block,
    since,
    silent,
    isHeard,
    sound: isSilence ? 0 : state.sound + Number(block.isSound),
    others: isSilence ? 0 : state.others + Number(isOthers),
  };
}

/** A block with sound that may be an echo. */
export function notSilent(state: ForegroundState): ForegroundState {
  return { ...state, silent: 0, sound: state.sound + 1 };
}

function levelAfter(levelDb: number, spokenDb: number, fall: number): number {
  if (levelDb === -Infinity) return spokenDb;
  return spokenDb > levelDb ? Math.min(spokenDb, levelDb + riseDb) : levelDb - fall;
}

const isTwo = ({ sound, others }: ForegroundState): boolean => sound >= soundMin && others >= othersMin;

/**
 * Level of another voice, in dB: softer sound belongs to it; undefined: no other voice talks, or the caller was not
 * heard recently.
 */
export function othersUpToDb(state: ForegroundState): number | undefined {
  return state.since < sinceMax && isTwo(state) ? state.levelDb - belowDb : undefined;
}
