// Dial prefix: how numbers begin that may be called.

/** Digits, or keys of the PBX such as **6. */
export const dialPrefix = /^\+?[\d*#]{1,15}$/;
