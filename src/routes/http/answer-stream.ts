// Answer stream: a body produced piece by piece, at its client's reading speed.

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
