"""Text and frames: `python train_student.py VOICE SECONDS OUT.pt [FROM.pt]`.

Learns from all of the voice's shards; a checkpoint each 200 steps. The rate follows a cosine over SECONDS, so a long run
is given its whole time at once. LR: the rate at first (1.2e-3; 8e-4 for a voice that begins with another's).
"""

import os
import random
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from folders import THREADS, checkpoint, components, lines_of, shards, style_of
from networks import COMPONENTS, STYLE, USUAL_PITCH, Frames, Text, load_student, places_of

FRAMES_MAX, BATCH_FRAMES = 900, 2500
HELD_OUT_EVERY, HELD_OUT_MAX = 60, 64
WARM_UP_STEPS = 100

torch.set_num_threads(THREADS)
torch.manual_seed(1)
chance = random.Random(1)


def load(voice):
    """Entries to learn from, and those that are held out."""
    learned, held = [], []
    for shard in shards(voice, ("text", "audio")):
        for line in lines_of(shard):
            ids, lengths = (torch.from_numpy(line[kind].astype(np.int64)) for kind in "id")
            pitch, found = torch.from_numpy(line["f"]), torch.from_numpy(line["z"])
            if not 2 * int(lengths.sum()) == len(pitch) == found.shape[1] < FRAMES_MAX:
                continue
            is_held = len(learned) % HELD_OUT_EVERY == HELD_OUT_EVERY - 1 and len(held) < HELD_OUT_MAX
            (held if is_held else learned).append((ids, lengths, pitch, found))
            if is_held:
                # Counted on, but not learned from.
                learned.append(learned[-1])
    return learned, held


def batch_of(entries, style):
    size, symbols = len(entries), max(len(entry[0]) for entry in entries)
    frames = max(len(entry[2]) for entry in entries) // 2
    batch = {
        "ids": torch.zeros(size, symbols, dtype=torch.long),
        "style": torch.zeros(size, STYLE),
        "is_symbol": torch.zeros(size, symbols, 1),
        "lengths": torch.ones(size, symbols),
        "symbol_of": torch.zeros(size, frames, dtype=torch.long),
        "places": torch.zeros(size, frames, 4),
        "is_frame": torch.zeros(size, frames, 1),
        "components": torch.zeros(size, 2 * frames, COMPONENTS),
        "pitch": torch.zeros(size, 2 * frames),
    }
    for row, (ids, lengths, pitch, found) in enumerate(entries):
        count = len(ids)
        symbol_of, places = places_of(lengths)
        time_ = len(symbol_of)
        batch["ids"][row, :count] = ids
        # The row for the number of symbols without the silence at both ends.
        batch["style"][row] = style[count - 3]
        batch["is_symbol"][row, :count] = 1
        batch["lengths"][row, :count] = lengths.clamp(min=1).float()
        batch["symbol_of"][row, :time_] = symbol_of
        batch["places"][row, :time_] = places
        batch["is_frame"][row, :time_] = 1
        batch["components"][row, : 2 * time_] = found.float().T
        batch["pitch"][row, : 2 * time_] = pitch
    return batch


def losses(networks, batch, weights):
    """Components, pitch, voicing, lengths."""
    text, frames = networks
    mean = lambda values, mask: (values * mask).sum() / mask.sum()
    vectors, log_lengths = text(batch["ids"], batch["style"], batch["is_symbol"])
    lengths = mean((log_lengths - torch.log(batch["lengths"])).abs(), batch["is_symbol"][..., 0])
    of_frames = torch.gather(vectors, 1, batch["symbol_of"][..., None].expand(-1, -1, vectors.shape[2]))
    found, log_pitch, voicing = frames(of_frames, batch["places"], batch["is_frame"])
    is_frame = batch["is_frame"].repeat_interleave(2, 1)[..., 0]
    voiced = (batch["pitch"] > 10).float()
    components_ = mean(((found - batch["components"]).abs() * weights).mean(-1), is_frame)
    pitch = mean((log_pitch - torch.log(batch["pitch"].clamp(min=20) / USUAL_PITCH)).abs(), voiced * is_frame)
    sure = mean(F.binary_cross_entropy_with_logits(voicing, voiced, reduction="none"), is_frame)
    return components_, pitch, sure, lengths


def shuffled_batches(entries):
    """Alike in length, so that little of a batch is filling."""
    order = chance.sample(range(len(entries)), len(entries))
    order.sort(key=lambda place: len(entries[place][2]) + chance.random() * 40)
    batches, current = [], []
    for place in order:
        if current and (len(current) + 1) * len(entries[place][2]) > BATCH_FRAMES:
            batches.append(current)
            current = []
        current.append(place)
    batches.append(current)
    chance.shuffle(batches)
    return batches


def main():
    voice, limit, out = sys.argv[1], float(sys.argv[2]), Path(sys.argv[3])
    learned, held = load(voice)
    if not learned:
        sys.exit("no shards: run teacher.py first")
    style = torch.from_numpy(style_of(voice))
    text, frames, step = load_student(checkpoint(sys.argv[4])) if len(sys.argv) > 4 else (Text(), Frames(), 0)
    scale = torch.from_numpy(components()[3]).float()
    weights = scale / scale.mean()
    parameters = [*text.parameters(), *frames.parameters()]
    optimizer = torch.optim.AdamW(parameters, 1e-3, betas=(0.9, 0.98), weight_decay=0.01)
    rate = float(os.environ.get("LR", "1.2e-3"))

    def save():
        unfinished = out.with_suffix(".part")
        torch.save({"text": text.state_dict(), "frames": frames.state_dict(), "step": step}, unfinished)
        unfinished.rename(out)

    def measured(entries):
        with torch.no_grad():
            each = [losses((text, frames), batch_of(entries[k : k + 8], style), weights) for k in range(0, len(entries), 8)]
        return np.mean([[float(loss) for loss in row] for row in each], 0).round(4)

    print(f"{len(learned)} lines, from step {step}", flush=True)
    if held:
        print("held out: components, pitch, voicing, lengths", measured(held), flush=True)
    began, from_step, batches, average = time.time(), step, [], None
    while (done := (time.time() - began) / limit) < 1:
        warm = min(1, (step - from_step + 1) / WARM_UP_STEPS)
        for group in optimizer.param_groups:
            group["lr"] = rate * warm * (0.5 * (1 + np.cos(np.pi * done)) + 0.01)
        batches = batches or shuffled_batches(learned)
        each = losses((text, frames), batch_of([learned[place] for place in batches.pop()], style), weights)
        optimizer.zero_grad()
        (each[0] + 4 * each[1] + 0.5 * each[2] + each[3]).backward()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        step += 1
        now = np.array([float(loss) for loss in each])
        average = now if average is None else 0.98 * average + 0.02 * now
        if step % 50 == 0:
            print(step, "learned:", average.round(4), f"{time.time() - began:.0f} s", flush=True)
        if step % 200 == 0:
            save()
            if held:
                print(step, "held out:", measured(held), flush=True)
    save()
    print(f"{step - from_step} steps, {out}", measured(held) if held else "")


main()
