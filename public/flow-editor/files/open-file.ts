// How long a text may be that is opened from a file.

/** As the reader of flows allows; in UTF-8 a character takes at most four bytes. */
export const flowFileCharsMax = 256 * 1_024;
