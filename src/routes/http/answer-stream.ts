// Answer stream: a body made piece by piece, as fast as its client reads.

export function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    // Sources of the pieces are released with them.
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
