"""Judges of a voice: a predictor of mean opinion scores (DistillMOS) and a recogniser (Whisper base), on one thread.

python predict.py WHISPER_FOLDER < job.json   The job: {voice: {list: [{wav, inWords, heard}]}}, where heard is what
Moonshine heard. Prints {voice: {...}}. Rates of words are counted as the recognisers' makers count them.
"""

import json
import re
import sys

import distillmos_open
import jiwer
import numpy as np
import scipy.io.wavfile
import torch
from faster_whisper import WhisperModel
from whisper_normalizer.english import EnglishTextNormalizer

SHORT_PADDING = 4800
normalizer = EnglishTextNormalizer()


def samples_of(path):
    rate, pcm = scipy.io.wavfile.read(path)
    assert rate == 16000
    return pcm.astype(np.float32) / 32768


def mos_of(model, entries, padding):
    """The mean. All are brought to the same peak, since loudness is judged elsewhere."""
    scores = []
    for entry in entries:
        pcm = np.pad(samples_of(entry["wav"]), padding)
        pcm = pcm / max(1e-9, np.abs(pcm).max()) * 0.5
        with torch.no_grad():
            scores.append(float(model(torch.from_numpy(pcm)[None])))
    return round(float(np.mean(scores)), 2)


def plain(text):
    """The normaliser reads "0147" as a number and drops its zero: it is said in words first."""
    text = text.replace("-", " ")
    text = re.sub(r"(?<![\d.,])0+(?=\d)", lambda zeros: " zero " * len(zeros[0]), text)
    text = re.sub(r"\b([ap])\.? ?m\b\.?", r"\1m", text, flags=re.I)
    return re.sub(r"(?<=\d) (?=\d)", "", normalizer(text))


def word_errors(pairs):
    said, heard = zip(*[(plain(said), plain(heard)) for said, heard in pairs])
    return round(100 * jiwer.process_words(list(said), list(heard)).wer, 1)


def spelled(text):
    return re.sub(r"[^a-z0-9]", "", plain(text).lower())


def letters_right(pairs):
    """Letters and digits in a hundred, and whole codes."""
    said = [spelled(said) for said, _ in pairs]
    heard = [spelled(heard) for _, heard in pairs]
    errors = jiwer.process_characters(said, heard).cer
    whole = sum(a == b for a, b in zip(said, heard))
    return round(100 * (1 - errors), 1), whole


def main():
    torch.set_num_threads(1)
    mos = distillmos_open.model()
    whisper = WhisperModel(sys.argv[1], device="cpu", compute_type="int8", cpu_threads=1, local_files_only=True)

    def heard_by_whisper(path):
        segments, _ = whisper.transcribe(
            path, language="en", beam_size=5, condition_on_previous_text=False, temperature=0
        )
        return " ".join(segment.text for segment in segments).strip()

    figures = {}
    for voice, lists in json.load(sys.stdin).items():
        pairs = {
            judge: {
                name: [(entry["inWords"], heard_by_whisper(entry["wav"]) if judge == "whisper" else entry["heard"]) for entry in entries]
                for name, entries in lists.items()
            }
            for judge in ("moonshine", "whisper")
        }
        right, whole = letters_right(pairs["whisper"]["spelled"])
        figures[voice] = {
            "mos": mos_of(mos, lists["sentences"], 0),
            "mosShort": mos_of(mos, lists["short"], SHORT_PADDING),
            "wer": word_errors(pairs["moonshine"]["sentences"]),
            "werWhisper": word_errors(pairs["whisper"]["sentences"]),
            "werShortWhisper": word_errors(pairs["whisper"]["short"]),
            "spelledRight": right,
            "spelledWhole": whole,
            "misheard": [
                {"said": plain(said), "heard": plain(heard), "by": judge}
                for judge, lists_heard in pairs.items()
                for said, heard in lists_heard["sentences"] + lists_heard["spelled"]
                if plain(said) != plain(heard)
            ],
        }
    print(json.dumps(figures))


main()
