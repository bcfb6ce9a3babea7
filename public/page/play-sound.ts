// Sound player: plays a sound file once. By WebAudio, because the policy of the pages allows no media element.

export async function playSound(file: ArrayBuffer): Promise<void> {
  const context = new AudioContext();
  const source = new AudioBufferSourceNode(context, { buffer: await context.decodeAudioData(file) });
  source.connect(context.destination);
  source.addEventListener("ended", () => void context.close());
  source.start();
}

/** Plays a sound of this server. False if the server sends none. */
export async function playSoundAt(path: string): Promise<boolean> {
  try {
    const response = await fetch(path);
    if (!response.ok) return false;
    await playSound(await response.arrayBuffer());
    return true;
  } catch {
    return false;
  }
}
