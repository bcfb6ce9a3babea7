// Audible audio: whether a person hears anything in a frame of an agent, however soft its voice is made.

/** -56 dB of full scale: a voice that is 24 dB softer than usual is above it. */
const audibleRms = 50;

export function isAudible(frame: ArrayLike<number>): boolean {
  let energy = 0;
  for (let i = 0; i < frame.length; i++) energy += (frame[i] ?? 0) ** 2;
  return energy > audibleRms ** 2 * frame.length;
}
