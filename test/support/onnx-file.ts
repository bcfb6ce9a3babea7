// ONNX file: writes a model of a few nodes in the protobuf form of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3,
// so that tests need no file of a megabyte.

type Bytes = readonly number[];

function varint(value: number): Bytes {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
const whole = (field: number, value: number): Bytes => [...varint(field * 8), ...varint(value)];
const part = (field: number, ...parts: readonly Bytes[]): Bytes => {
  const body = parts.flat();
  return [...varint(field * 8 + 2), ...varint(body.length), ...body];
};
const text = (field: number, value: string): Bytes => part(field, [...new TextEncoder().encode(value)]);

export interface OnnxNode {
  readonly does: string;
  readonly from: string;
  readonly to: string;
  /** A number from a named field. */
  readonly told?: readonly [name: string, number: number];
}

export interface OnnxInput {
  readonly name: string;
  readonly shape: readonly (number | undefined)[];
  /** Type of its numbers; absent: floats. */
  readonly of?: "whole numbers";
}

const floats = 1;
const wholeNumbers = 7;
/** The type of an attribute that is one whole number. */
const wholeNumber = 2;

/** A value of this shape; undefined: of any size. */
const value = (field: number, { name, shape, of }: OnnxInput): Bytes =>
  part(
    field,
    text(1, name),
    part(
      2,
      part(
        1,
        whole(1, of === undefined ? floats : wholeNumbers),
        part(2, ...shape.map((size) => part(1, size === undefined ? text(2, "n") : whole(1, size)))),
      ),
    ),
  );

const attribute = ([name, number]: readonly [string, number]): Bytes =>
  part(5, text(1, name), whole(3, number), whole(20, wholeNumber));

/** A chain of nodes from `input` to the value of the last one; the `other` inputs are ignored. */
export function onnxFile(
  input: OnnxInput,
  nodes: readonly OnnxNode[],
  other: readonly OnnxInput[] = [],
): Uint8Array {
  const graph = part(
    7,
    ...nodes.map(({ does, from, to, told }) =>
      part(1, text(1, from), text(2, to), text(4, does), ...(told === undefined ? [] : [attribute(told)])),
    ),
    text(2, "graph"),
    ...[input, ...other].map((each) => value(11, each)),
    value(12, { name: nodes.at(-1)?.to ?? input.name, shape: input.shape.map(() => undefined) }),
  );
  return Uint8Array.from([...whole(1, 8), ...part(8, whole(2, 13)), ...graph]);
}

/** A turn model that returns the overall loudness: the sigmoid of the mean of its input. */
export const meanModel = (): Uint8Array =>
  onnxFile({ name: "input_features", shape: [undefined, 80, 800] }, [
    { does: "ReduceMean", from: "input_features", to: "mean" },
    { does: "Sigmoid", from: "mean", to: "logits" },
  ]);

/** A voice of the Piper family whose sound is the numbers of its symbols, one sample each. */
export const symbolVoice = (): Uint8Array =>
  onnxFile(
    { name: "input", shape: [1, undefined], of: "whole numbers" },
    [{ does: "Cast", from: "input", to: "output", told: ["to", floats] }],
    [
      { name: "input_lengths", shape: [1], of: "whole numbers" },
      { name: "scales", shape: [3] },
    ],
  );
