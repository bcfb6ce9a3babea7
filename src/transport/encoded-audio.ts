// Encoded audio: recognises bytes of a file or a coded stream, which a client sends by mistake for samples.

/** First bytes of WebM (from MediaRecorder), Ogg, MP3 with a tag, FLAC and WAV. */
const beginnings: readonly Uint8Array[] = [
  Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3),
  ...["OggS", "ID3", "fLaC", "RIFF"].map((text) => new TextEncoder().encode(text)),
];
/** Bytes of MP4 behind the size of its first part. */
const mp4 = new TextEncoder().encode("ftyp");

export function isEncodedAudio(bytes: Uint8Array): boolean {
  return beginnings.some((each) => hasAt(bytes, each, 0)) || hasAt(bytes, mp4, 4);
}

function hasAt(bytes: Uint8Array, wanted: Uint8Array, at: number): boolean {
  return wanted.every((byte, i) => bytes[at + i] === byte);
}
