// Dial prefix: the beginning of numbers that may be called.

/** Digits, or keys of the PBX such as **6. */
export const dialPrefix = /^\+?[\d*#]{1,15}$/;
