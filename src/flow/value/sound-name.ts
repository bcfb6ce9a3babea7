// Sound name: how a flow names a recorded sound, as a file beside it, which on a server is a sound of its account, or by an
// address.

/** Language → recorded sound: a file or an address. */
export type SoundsByLanguage = ReadonlyMap<string, string>;

const nameBytesMax = 100;

export const isSoundAddress = (sound: string): boolean => /^https?:\/\//i.test(sound);

/** Why no sound has this name, as a clause about it; undefined: one may. */
export function soundNameRefusal(name: string): string | undefined {
  const isTooLong = new TextEncoder().encode(name).length > nameBytesMax;
  if (isTooLong) return `is longer than ${nameBytesMax} bytes`;
  if (/[\p{Cc}\\:{}?*"<>|]/u.test(name) || !name.isWellFormed()) return "is no name for a file";
  const parts = name.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    return "is outside the folder of the flow";
  return /\.wave?$/i.test(name) ? undefined : "is no WAV file";
}
