// Sound name: the name of a recorded sound in a flow: a file beside the flow (on a server, a sound of its
// account) or an address.

/** Language → recorded sound: a file or an address. */
export type SoundsByLanguage = ReadonlyMap<string, string>;

const nameBytesMax = 100;

export const isSoundAddress = (sound: string): boolean => /^https?:\/\//i.test(sound);

/** Reason why no sound may have this name, as a clause after the name; undefined: the name is valid. */
export function soundNameRefusal(name: string): string | undefined {
  const isTooLong = new TextEncoder().encode(name).length > nameBytesMax;
  if (isTooLong) return `is longer than ${nameBytesMax} bytes`;
  if (/[\p{Cc}\\:{}?*"<>|]/u.test(name) || !name.isWellFormed()) return "is no name for a file";
  const parts = name.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    return "is outside the folder of the flow";
  return /\.wave?$/i.test(name) ? undefined : "is no WAV file";
}
