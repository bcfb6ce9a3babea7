"""The teacher's speech: `python teacher.py text|audio VOICE SYMBOLS.txt FROM TO` lets Kokoro-82M say lines FROM to TO.

VOICE: heart or michael. `text` keeps symbols, lengths, pitch and components (some 40 s of speech a second of one core),
`audio` the sound, too (3 s of it). A shard is written when it is whole, and what is there is not made again.
"""

import sys
import time

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

from folders import DATA, ROOT, THREADS, components, style_of, teacher_file

FEATURES = "/decoder/decoder/decode.3/Div_4_output_0"
PITCH = "/decoder/decoder/Unsqueeze_output_0"
LENGTHS = "/encoder/Clip_output_0"
INSIDE = (FEATURES, PITCH, LENGTHS)
LINES_PER_SHARD = {"text": 200, "audio": 50}
SYMBOLS_MAX = 300


def with_inside(model):
    """The whole teacher, which also tells what is inside."""
    for name in INSIDE:
        model.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    return model


def cut(model):
    """Only what leads to the features: most of the work is behind them."""
    needed, kept = set(INSIDE), []
    for node in reversed(model.graph.node):
        if any(output in needed for output in node.output):
            kept.append(node)
            needed |= set(node.input)
    graph = helper.make_graph(
        list(reversed(kept)),
        "features",
        [given for given in model.graph.input if given.name in needed],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in INSIDE],
        [weights for weights in model.graph.initializer if weights.name in needed],
    )
    made = helper.make_model(graph, opset_imports=model.opset_import)
    made.ir_version = model.ir_version
    return made


def session(mode):
    path = ROOT / "teacher" / f"{mode}.onnx"
    if not path.exists():
        model = onnx.load(str(teacher_file()))
        onnx.save(with_inside(model) if mode == "audio" else cut(model), str(path))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def main():
    mode, voice, symbols_file = sys.argv[1:4]
    first, end = int(sys.argv[4]), int(sys.argv[5])
    teacher, style, (mean, spread, basis, scale) = session(mode), style_of(voice), components()
    names = [output.name for output in teacher.get_outputs()]
    with open(symbols_file) as file:
        lines = [[int(symbol) for symbol in line.split()] for line in file][first:end]
    DATA.mkdir(parents=True, exist_ok=True)
    began, seconds, per = time.time(), 0.0, LINES_PER_SHARD[mode]
    for at in range(0, len(lines), per):
        shard = DATA / f"{mode}-{voice}-{first + at:06d}.npz"
        if shard.exists():
            continue
        out = {}
        for place, symbols in enumerate(lines[at : at + per]):
            if not 1 <= len(symbols) <= SYMBOLS_MAX:
                continue
            ids = np.array([[0, *symbols, 0]], np.int64)
            row = style[len(symbols) - 1 : len(symbols)]
            said = dict(zip(names, teacher.run(None, {"tokens": ids, "style": row, "speed": np.ones(1, np.float32)})))
            out[f"i{place}"] = ids[0].astype(np.int16)
            out[f"d{place}"] = said[LENGTHS].ravel().astype(np.int16)
            out[f"f{place}"] = said[PITCH].ravel().astype(np.float32)
            found = basis @ ((said[FEATURES][0] - mean) / spread) / scale[:, None]
            out[f"z{place}"] = found.astype(np.float16)
            if mode == "audio":
                out[f"a{place}"] = said[names[0]].ravel().astype(np.float16)
            seconds += len(out[f"f{place}"]) / 80
        unfinished = shard.with_suffix(".part.npz")
        np.savez(unfinished, **out)
        unfinished.rename(shard)
        print(f"{shard.name}: {seconds:.0f} s of speech in {time.time() - began:.0f} s", flush=True)


main()
