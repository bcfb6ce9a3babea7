// Unrounded model: the files of the open recogniser round the inputs of each product to a byte, and so hide the error
// of another rounding. Here they multiply the same weights with unrounded inputs. A file is a protobuf message, with
// the fields of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.

interface Field {
  readonly number: number;
  /** The field's bytes with tag and, if it has one, length. */
  readonly whole: Uint8Array;
  /** The content of a field of bytes: text, numbers or another message. */
  readonly body: Uint8Array | undefined;
}

const modelGraph = 7;
const graphNode = 1;
const nodeInput = 1;
const nodeOutput = 2;
const nodeKind = 4;
const nodeAttribute = 5;
const attributeGraph = 6;

const suffix = "_output_quantized";

/** The same model with products of floats. */
export function unrounded(file: Uint8Array): Uint8Array {
  return changed(file, (field) => (field.number === modelGraph ? withGraph(field) : field.whole));
}

function withGraph({ number, body }: Field): Uint8Array {
  const fields = [...fieldsOf(body!)];
  const nodes = fields.filter((field) => field.number === graphNode).map((field) => textsOf(field.body!));
  /** Rounded values, by their names from rounding. */
  const origin = new Map(
    nodes.flatMap(({ kind, from, to }) => (kind === "DynamicQuantizeLinear" ? [[to[0]!, from[0]!]] : [])),
  );
  return written(
    number,
    changed(body!, (field) => (field.number === graphNode ? withNode(field, origin) : field.whole)),
  );
}

function withNode({ number, whole, body }: Field, origin: ReadonlyMap<string, string>): Uint8Array {
  const { kind, from, to } = textsOf(body!);
  if (kind === "MatMulInteger") {
    const [input, weights] = [origin.get(from[0]!)!, from[1]!];
    const name = to[0]!.slice(0, -suffix.length);
    const constants = weights.replace(/_quantized$/, "");
    return joined(
      node(
        number,
        "DequantizeLinear",
        [weights, `${constants}_scale`, `${constants}_zero_point`],
        `${name}_weights`,
      ),
      node(number, "MatMul", [input, `${name}_weights`], name),
    );
  }
  const isOfRounding =
    kind === "DynamicQuantizeLinear" ||
    from[0]?.endsWith(suffix) === true ||
    from[0]?.endsWith(`${suffix}_cast_output`) === true ||
    to[0]?.endsWith("quant_scales_mul:0") === true;
  if (isOfRounding) return new Uint8Array();
  if (kind !== "If") return whole;
  const branches = (attribute: Field): Uint8Array =>
    attribute.number === nodeAttribute
      ? written(
          nodeAttribute,
          changed(attribute.body!, (part) => (part.number === attributeGraph ? withGraph(part) : part.whole)),
        )
      : attribute.whole;
  return written(number, changed(body!, branches));
}

function textsOf(message: Uint8Array): { kind: string; from: string[]; to: string[] } {
  const fields = [...fieldsOf(message)];
  const texts = (wanted: number): string[] =>
    fields.flatMap(({ number, body }) => (number === wanted ? [new TextDecoder().decode(body)] : []));
  return { kind: texts(nodeKind)[0] ?? "", from: texts(nodeInput), to: texts(nodeOutput) };
}

function node(number: number, kind: string, from: readonly string[], to: string): Uint8Array {
  const text = (field: number, value: string): Uint8Array => written(field, new TextEncoder().encode(value));
  return written(
    number,
    joined(...from.map((name) => text(nodeInput, name)), text(nodeOutput, to), text(nodeKind, kind)),
  );
}

/** A message with its fields replaced by `change`. */
function changed(message: Uint8Array, change: (field: Field) => Uint8Array): Uint8Array {
  return joined(...Array.from(fieldsOf(message), change));
}

function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = message[at++]!;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const start = at;
    const tag = varint();
    const kind = tag & 7;
    let body: Uint8Array | undefined;
    if (kind === 0) varint();
    else if (kind === 2) {
      const length = varint();
      body = message.subarray(at, at + length);
      at += length;
    } else at += kind === 1 ? 8 : 4;
    yield { number: tag >>> 3, whole: message.subarray(start, at), body };
  }
}

/** A field of bytes. */
function written(number: number, body: Uint8Array): Uint8Array {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
  return joined(Uint8Array.from([...varint(number * 8 + 2), ...varint(body.length)]), body);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
