# Pipecat server: its pipeline behind a WebSocket of raw PCM, with a recogniser, a model and a voice that take no time.

import sys
from dataclasses import fields
from time import gmtime, strftime

import uvicorn
from fastapi import FastAPI, WebSocket

from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.frames.frames import (
    InputAudioRawFrame,
    InterimTranscriptionFrame,
    LLMContextFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    OutputAudioRawFrame,
    TranscriptionFrame,
    TTSAudioRawFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import (
    LLMContextAggregatorPair,
    LLMUserAggregatorParams,
)
from pipecat.serializers.base_serializer import FrameSerializer
from pipecat.services.llm_service import LLMService
from pipecat.services.settings import LLMSettings, STTSettings, TTSSettings
from pipecat.services.stt_service import STTService
from pipecat.services.tts_service import TTSService
from pipecat.transports.websocket.fastapi import FastAPIWebsocketParams, FastAPIWebsocketTransport
from pipecat.turns.user_start import MinWordsUserTurnStartStrategy
from pipecat.turns.user_stop import SpeechTimeoutUserTurnStopStrategy
from pipecat.turns.user_turn_strategies import UserTurnStrategies
from pipecat.workers.runner import WorkerRunner

from peer_ears import Ears

RATE = 16_000


class RawPcm(FrameSerializer):
    async def serialize(self, frame):
        return frame.audio if isinstance(frame, OutputAudioRawFrame) else None

    async def deserialize(self, data):
        if isinstance(data, str):
            return None
        return InputAudioRawFrame(audio=data, sample_rate=RATE, num_channels=1)


def nothing_of(settings):
    """Settings of a service without a vendor: none of them."""
    return settings(**{field.name: None for field in fields(settings) if field.name != "extra"})


class InstantStt(STTService):
    """Knows the words as soon as Pipecat's own voice detection hears that they are over."""

    def __init__(self):
        super().__init__(ttfs_p99_latency=0, settings=nothing_of(STTSettings))

    async def run_stt(self, audio):
        yield None

    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if isinstance(frame, VADUserStoppedSpeakingFrame):
            now = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime())
            await self.push_frame(TranscriptionFrame("tell me more", "caller", now, finalized=True))


class RealStt(STTService):
    """Hears the caller by Voice Flow's ears, which give the words when Pipecat's voice detection hears a stop."""

    def __init__(self):
        super().__init__(ttfs_p99_latency=0.2, settings=nothing_of(STTSettings))
        self._ears = Ears()
        self._reader = None

    async def start(self, frame):
        await super().start(frame)
        await self._ears.open()
        self._reader = self.create_task(self._read())

    async def cleanup(self):
        await super().cleanup()
        await self._ears.close()
        if self._reader is not None:
            await self.cancel_task(self._reader)

    async def run_stt(self, audio):
        await self._ears.hear(audio)
        yield None

    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if isinstance(frame, VADUserStoppedSpeakingFrame):
            await self._ears.finalize()

    async def _read(self):
        async for kind, text in self._ears.said():
            now = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime())
            if text == "":
                continue
            if kind == "final":
                await self.push_frame(TranscriptionFrame(text, "caller", now, finalized=True))
            else:
                await self.push_frame(InterimTranscriptionFrame(text, "caller", now))


class InstantLlm(LLMService):
    def __init__(self):
        super().__init__(settings=nothing_of(LLMSettings))

    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if not isinstance(frame, LLMContextFrame):
            await self.push_frame(frame, direction)
            return
        await self.push_frame(LLMFullResponseStartFrame())
        await self.push_frame(LLMTextFrame("Here is the answer to it."))
        await self.push_frame(LLMFullResponseEndFrame())


class InstantTts(TTSService):
    def __init__(self, answer):
        settings = nothing_of(TTSSettings)
        super().__init__(
            sample_rate=RATE, push_start_frame=True, push_stop_frames=True, settings=settings
        )
        self._answer = answer

    async def run_tts(self, text, context_id):
        yield TTSAudioRawFrame(self._answer, RATE, 1, context_id=context_id)


def turns(kind):
    """What begins and ends a turn: Pipecat's defaults, among them Smart Turn; 0.6 s after the detector's 0.2 s; three words."""
    if kind in ("smart", "field"):
        return None
    if kind == "field-best":
        return UserTurnStrategies(start=[MinWordsUserTurnStartStrategy(min_words=3)])
    return UserTurnStrategies(stop=[SpeechTimeoutUserTurnStopStrategy()])


async def serve_call(socket, kind, answer):
    await socket.accept()
    params = FastAPIWebsocketParams(
        audio_in_enabled=True, audio_out_enabled=True, serializer=RawPcm()
    )
    transport = FastAPIWebsocketTransport(socket, params)
    pair = LLMContextAggregatorPair(
        LLMContext(),
        user_params=LLMUserAggregatorParams(
            vad_analyzer=SileroVADAnalyzer(), user_turn_strategies=turns(kind)
        ),
    )
    stages = [
        transport.input(),
        RealStt() if kind.startswith("field") else InstantStt(),
        pair.user(),
        InstantLlm(),
        InstantTts(answer),
        transport.output(),
        pair.assistant(),
    ]
    rates = PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=RATE)
    worker = PipelineWorker(Pipeline(stages), params=rates)

    @transport.event_handler("on_client_disconnected")
    async def on_client_disconnected(_transport, _socket):
        await worker.cancel()

    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await runner.run()


def main():
    kind, port, answer_file = sys.argv[1:]
    with open(answer_file, "rb") as file:
        answer = file.read()
    app = FastAPI()

    @app.websocket("/ws")
    async def call(socket: WebSocket):
        await serve_call(socket, kind, answer)

    uvicorn.run(app, host="127.0.0.1", port=int(port), loop="uvloop", log_level="error")


main()
