"""The vocoder: `python train_vocoder.py VOICE SECONDS OUT.pt FROM.pt STUDENT.pt`.

Learns from shards with audio, on the student's components with the teacher's lengths and pitch. LR: the rate at first
(4e-4), BLOCKS: grows to so many, BF16=1: the judges compute with 16 bits, a third less time.
"""

import os
import random
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn

from folders import THREADS, checkpoint, lines_of, shards, style_of
from judges import judges, spectral_distance
from networks import HOP, load_student, load_vocoder, places_of

# Frames of 12.5 ms in a sample, and samples in a batch.
SEGMENT, BATCH = 64, 6
WARM_UP_STEPS = 50

torch.set_num_threads(THREADS)
torch.manual_seed(2)
chance = random.Random(2)


def load(voice, text, frames, style):
    """Components, pitch and audio of each line, without most of the silence at its ends."""
    entries = []
    for shard in shards(voice, ("audio",)):
        for line in lines_of(shard):
            ids, lengths = (torch.from_numpy(line[kind].astype(np.int64)) for kind in "id")
            pitch, audio = torch.from_numpy(line["f"]), torch.from_numpy(line["a"].astype(np.float32))
            if len(audio) != HOP * len(pitch) or 2 * int(lengths.sum()) != len(pitch):
                continue
            with torch.no_grad():
                vectors, _ = text(ids[None], style[len(ids) - 3][None])
                symbol_of, places = places_of(lengths)
                found = frames(vectors[:, symbol_of], places[None])[0][0].T.contiguous()
            low, high = 2 * max(0, int(lengths[0]) - 4), len(pitch) - 2 * max(0, int(lengths[-1]) - 6)
            while high - low < SEGMENT + 4 and (low > 0 or high < len(pitch)):
                low, high = max(0, low - 2), min(len(pitch), high + 2)
            if high - low > SEGMENT:
                entries.append((found[:, low:high], pitch[low:high], audio[low * HOP : high * HOP]))
    return entries


def batch_of(entries):
    found, pitches, audios = [], [], []
    while len(found) < BATCH:
        components, pitch, audio = chance.choice(entries)
        # Longer ones more often.
        if chance.random() > len(pitch) / 160:
            continue
        at = chance.randrange(0, len(pitch) - SEGMENT)
        found.append(components[:, at : at + SEGMENT])
        pitches.append(pitch[at : at + SEGMENT])
        audios.append(audio[at * HOP : (at + SEGMENT) * HOP])
    return torch.stack(found), torch.stack(pitches), torch.stack(audios)


def verdicts_on(all_judges, both, cast):
    """The judges' own loss, and what they saw of the teacher."""
    loss, seen = 0, []
    with cast():
        for judge in all_judges:
            verdict, layers = judge(both)
            verdict = verdict.float()
            loss = loss + ((verdict[:BATCH] - 1) ** 2).mean() + (verdict[BATCH:] ** 2).mean()
            seen.append([layer[:BATCH].detach() for layer in layers])
    return loss, seen


def likeness(all_judges, ours, seen, cast):
    """How little each judge takes ours for the teacher's, and how differently it sees them."""
    fooled, matched = [], []
    with cast():
        for judge, theirs in zip(all_judges, seen):
            verdict, layers = judge(ours)
            fooled.append(((verdict.float() - 1) ** 2).mean())
            distances = [
                (a.float() - b.float()).abs().mean() / a.float().abs().mean().clamp(min=1e-3)
                for a, b in zip(theirs, layers)
            ]
            matched.append(sum(distances) / len(distances))
    return fooled, matched


def main():
    voice, limit, out = sys.argv[1], float(sys.argv[2]), Path(sys.argv[3])
    state = torch.load(checkpoint(sys.argv[4]), map_location="cpu")
    text, frames, _ = load_student(checkpoint(sys.argv[5]))
    text.eval(), frames.eval()
    entries = load(voice, text, frames, torch.from_numpy(style_of(voice)))
    if not entries:
        sys.exit("no shards with audio: run teacher.py audio first")
    vocoder = load_vocoder(state["voc"], int(os.environ.get("BLOCKS", "0")))
    of_spectra, of_periods = judges()
    of_spectra.load_state_dict(state["disc"])
    of_periods.load_state_dict(state["periods"])
    step = from_step = state["step"]
    all_judges = [*of_spectra, *of_periods]
    judging = [each for judge in all_judges for each in judge.parameters()]
    ours_optimizer = torch.optim.AdamW(vocoder.parameters(), 3e-4, betas=(0.8, 0.99))
    judges_optimizer = torch.optim.AdamW(judging, 4e-4, betas=(0.8, 0.99))
    rate = float(os.environ.get("LR", "4e-4"))
    cast = lambda: torch.autocast("cpu", torch.bfloat16, enabled=os.environ.get("BF16") == "1")

    def save():
        unfinished = out.with_suffix(".part")
        whole = {"voc": vocoder, "disc": of_spectra, "periods": of_periods}
        torch.save({**{key: part.state_dict() for key, part in whole.items()}, "step": step}, unfinished)
        unfinished.rename(out)

    minutes = sum(len(entry[1]) for entry in entries) / 4800
    print(f"{len(entries)} lines, {minutes:.1f} min, from step {step}", flush=True)
    began, average = time.time(), None
    while (done := (time.time() - began) / limit) < 1:
        cosine, warm = 0.5 * (1 + np.cos(np.pi * done)), min(1, (step - from_step + 1) / WARM_UP_STEPS)
        for group in ours_optimizer.param_groups:
            group["lr"] = rate * warm * (cosine + 0.03)
        for group in judges_optimizer.param_groups:
            group["lr"] = rate * warm * (0.8 * cosine + 0.2)
        found, pitch, audio = batch_of(entries)
        ours = vocoder(found, pitch)
        judges_loss, seen = verdicts_on(all_judges, torch.cat([audio, ours.detach()]), cast)
        judges_optimizer.zero_grad()
        judges_loss.backward()
        nn.utils.clip_grad_norm_(judging, 10.0)
        judges_optimizer.step()
        for parameter in judging:
            parameter.requires_grad_(False)
        spectra, mels = spectral_distance(ours, audio)
        fooled, matched = likeness(all_judges, ours, seen, cast)
        # The judges are trusted little by little, as their steps begin anew.
        trust = min(1, (step - from_step) / 100)
        loss = 3 * spectra + 6 * mels + trust * sum(a + 2 * b for a, b in zip(fooled, matched))
        ours_optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(vocoder.parameters(), 5.0)
        ours_optimizer.step()
        for parameter in judging:
            parameter.requires_grad_(True)
        step += 1
        now = np.array([float(spectra), float(mels), float(judges_loss) / 8, float(sum(fooled)) / 8, float(sum(matched)) / 8])
        average = now if average is None else 0.98 * average + 0.02 * now
        if step % 50 == 0 or step - from_step in (1, 10):
            says = "spectra, mels, judges, fooled, matched"
            print(step, says, average.round(3), f"{time.time() - began:.0f} s", flush=True)
        if step % 100 == 0:
            save()
    save()
    print(f"{step - from_step} steps, {out}")


main()
