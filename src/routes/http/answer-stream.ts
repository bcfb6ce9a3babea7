// Answer stream: what is made piece by piece becomes the body of an answer, as fast as its client reads.

export function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    // What the pieces are made of is let go with them.
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
