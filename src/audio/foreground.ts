// Foreground: separates the caller from a voice farther away, such as a television. The caller is
// the loudest voice. A pure step over blocks of 100 ms: (state, block) → state.

/** Loudness in dB of `SpeechEnergy`; only differences count. */
export interface SoundBlock {
  readonly db: number;
  /** Louder than the noise of the line. */
  readonly isSound: boolean;
  /** The voice detector heard speech in it. */
  readonly isVoice: boolean;
  /** The frame at which it begins, counted from the beginning of the line. */
  readonly at: number;
}

export interface ForegroundState {
  /** How loud the caller's words are; -Infinity: nobody has spoken. */
  readonly levelDb: number;
  /** The last eight seconds, oldest first. */
  readonly blocks: readonly SoundBlock[];
  /** Blocks since the caller was heard. */
  readonly since: number;
}

/** Softer than this below the caller's words is no word of the caller's while somebody else talks. */
const belowDb = 12;
/** A caller of whom nothing was heard for so long may be farther away than before: eight seconds. */
const blocksKept = 80;
/** Somebody else talks: half of the last four seconds without the caller's words is sound, and 1.2 s of them at least. */
const blocksJudged = 40;
const softShareMin = 0.5;
const softBlocksMin = 12;
/** A pause between two words of the caller's. */
const gapBlocks = 3;
/** A word has two loud blocks, a slammed door one; so much a block the level may rise. */
const riseDb = 20;
/** A level that nothing comes near to any more was a cry, or the caller has gone away from the microphone: in dB a block. */
const fallDb = { soon: 0.02, late: 0.1 } as const;
const lateBlocks = 50;

export const nobodyHeard: ForegroundState = { levelDb: -Infinity, blocks: [], since: 0 };

export function foregroundStep(state: ForegroundState, block: SoundBlock): ForegroundState {
  const blocks = [...state.blocks.slice(1 - blocksKept), block];
  const before = state.blocks.at(-1);
  const since = block.db > state.levelDb - belowDb ? 0 : state.since + 1;
  const isSpoken = block.isVoice && before?.isVoice === true;
  const spokenDb = isSpoken ? Math.min(block.db, before.db) : -Infinity;
  return { levelDb: levelAfter({ ...state, since }, block, spokenDb), blocks, since };
}

function levelAfter({ levelDb, since }: ForegroundState, { isSound }: SoundBlock, spokenDb: number): number {
  if (levelDb === -Infinity) return spokenDb;
  if (spokenDb > levelDb) return Math.min(spokenDb, levelDb + riseDb);
  if (!isSound) return levelDb;
  return levelDb - (since > lateBlocks ? fallDb.late : fallDb.soon);
}

/** What is softer is somebody else's, in dB; undefined: nobody else talks, or the caller has not been heard of late. */
export function othersUpToDb({ levelDb, blocks }: ForegroundState): number | undefined {
  const limit = levelDb - belowDb;
  if (!blocks.some(({ db }) => db > limit)) return undefined;
  let [soft, silent] = [0, 0];
  for (const { db, isSound } of blocks.slice(-blocksJudged)) {
    if (!isSound) silent += 1;
    else if (db <= limit) soft += 1;
  }
  return soft >= softBlocksMin && soft >= softShareMin * (soft + silent) ? limit : undefined;
}

/** The frame at which the caller's last words began; undefined: none in the last seconds. */
export function callerSince({ levelDb, blocks }: ForegroundState): number | undefined {
  const limit = levelDb - belowDb;
  const last = blocks.findLastIndex(({ db }) => db > limit);
  let first = last;
  for (let i = last - 1; i >= Math.max(0, first - gapBlocks - 1); i--)
    if ((blocks[i]?.db ?? 0) > limit) first = i;
  return blocks[first]?.at;
}
