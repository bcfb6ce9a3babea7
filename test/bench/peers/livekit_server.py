# LiveKit Agents server: its sessions behind a WebSocket of raw PCM, with a recogniser, a model and a voice that take no time.

import asyncio
import logging
import sys
from contextlib import suppress
from time import monotonic, time

import uvloop
from aiohttp import WSMsgType, web

from livekit import rtc
from livekit.agents import DEFAULT_API_CONNECT_OPTIONS, Agent, AgentSession, inference, llm, stt, tts, utils
from livekit.agents.voice.io import AudioInput, AudioOutput, AudioOutputCapabilities

from peer_ears import Ears

RATE = 16_000
CHUNK_S = 0.04
# What a player is given ahead of its pace: as Voice Flow does it.
AHEAD_S = 0.16


class InstantStt(stt.STT):
    """Knows the words as soon as LiveKit's own voice detection hears that they are over."""

    def __init__(self):
        super().__init__(capabilities=stt.STTCapabilities(streaming=True, interim_results=False))
        self._stream = None

    async def _recognize_impl(self, buffer, *, language=None, conn_options=None):
        raise NotImplementedError

    def stream(self, *, language=None, conn_options=DEFAULT_API_CONNECT_OPTIONS):
        self._stream = InstantSttStream(stt=self, conn_options=conn_options)
        return self._stream

    def finish(self):
        if self._stream is not None:
            self._stream.finish()


class InstantSttStream(stt.RecognizeStream):
    async def _run(self):
        async for _ in self._input_ch:
            pass

    def finish(self):
        words = stt.SpeechData(language="en", text="tell me more", confidence=1.0)
        kind = stt.SpeechEventType.FINAL_TRANSCRIPT
        self._event_ch.send_nowait(stt.SpeechEvent(type=kind, alternatives=[words]))


class RealStt(InstantStt):
    """Hears the caller by Voice Flow's ears, which give the words when LiveKit's voice detection hears a stop."""

    def __init__(self):
        stt.STT.__init__(self, capabilities=stt.STTCapabilities(streaming=True, interim_results=True))
        self._stream = None

    def stream(self, *, language=None, conn_options=DEFAULT_API_CONNECT_OPTIONS):
        self._stream = RealSttStream(stt=self, conn_options=conn_options)
        return self._stream


class RealSttStream(stt.RecognizeStream):
    def __init__(self, **options):
        super().__init__(**options)
        self._ears = Ears()
        self._tasks = set()

    async def _run(self):
        await self._ears.open()
        reader = asyncio.create_task(self._read())
        try:
            async for frame in self._input_ch:
                if isinstance(frame, rtc.AudioFrame):
                    await self._ears.hear(bytes(frame.data))
        finally:
            await utils.aio.cancel_and_wait(reader)
            await self._ears.close()

    async def _read(self):
        async for kind, text in self._ears.said():
            if text == "":
                continue
            words = stt.SpeechData(language="en", text=text, confidence=1.0)
            kinds = stt.SpeechEventType
            event = kinds.FINAL_TRANSCRIPT if kind == "final" else kinds.INTERIM_TRANSCRIPT
            self._event_ch.send_nowait(stt.SpeechEvent(type=event, alternatives=[words]))

    def finish(self):
        task = asyncio.create_task(self._ears.finalize())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


# What LiveKit does by itself, and the best that works without its cloud: its local end-of-turn model, two words before an
# interruption counts, and a false one resumed after a second.
TURN_HANDLING = {
    "sessions": {"turn_detection": "vad"},
    "field": {},
    "field-best": {
        "interruption": {"min_words": 2, "false_interruption_timeout": 1.0},
    },
}


def turn_handling(kind):
    if kind != "field-best":
        return TURN_HANDLING[kind]
    return {**TURN_HANDLING[kind], "turn_detection": inference.TurnDetector()}


class InstantLlm(llm.LLM):
    def chat(self, *, chat_ctx, tools=None, conn_options=DEFAULT_API_CONNECT_OPTIONS, **_):
        return InstantLlmStream(self, chat_ctx=chat_ctx, tools=tools or [], conn_options=conn_options)


class InstantLlmStream(llm.LLMStream):
    async def _run(self):
        delta = llm.ChoiceDelta(role="assistant", content="Here is the answer to it.")
        self._event_ch.send_nowait(llm.ChatChunk(id="answer", delta=delta))


class InstantTts(tts.TTS):
    def __init__(self, answer):
        streaming = tts.TTSCapabilities(streaming=True)
        super().__init__(capabilities=streaming, sample_rate=RATE, num_channels=1)
        self.answer = answer

    def synthesize(self, text, *, conn_options=DEFAULT_API_CONNECT_OPTIONS):
        raise NotImplementedError

    def stream(self, *, conn_options=DEFAULT_API_CONNECT_OPTIONS):
        return InstantTtsStream(tts=self, conn_options=conn_options)


class InstantTtsStream(tts.SynthesizeStream):
    async def _run(self, output):
        output.initialize(
            request_id="answer", sample_rate=RATE, num_channels=1, mime_type="audio/pcm", stream=True
        )
        said = False
        async for text in self._input_ch:
            if said or isinstance(text, self._FlushSentinel):
                continue
            said = True
            self._mark_started()
            output.start_segment(segment_id="answer")
            output.push(self._tts.answer)
            output.end_segment()


class Ear(AudioInput):
    def __init__(self):
        super().__init__(label="socket")
        self.frames = utils.aio.Chan()

    async def __anext__(self):
        try:
            return await self.frames.recv()
        except utils.aio.ChanClosed:
            raise StopAsyncIteration from None


class Mouth(AudioOutput):
    """Sends chunks at the pace of their sound; LiveKit leaves this to WebRTC, which is not measured here."""

    def __init__(self, socket, may_pause):
        capabilities = AudioOutputCapabilities(pause=may_pause)
        super().__init__(label="socket", capabilities=capabilities, sample_rate=RATE)
        self._socket = socket
        self._waiting = utils.aio.Chan()
        self._cleared = False
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._paused_s = 0.0
        self._sender = asyncio.create_task(self._send())

    async def capture_frame(self, frame):
        await super().capture_frame(frame)
        self._cleared = False
        await self._waiting.send(bytes(frame.data))

    def flush(self):
        super().flush()
        self._waiting.send_nowait(None)

    def clear_buffer(self):
        self._cleared = True
        # What was interrupted is over, though nobody says that it has been handed over.
        self._waiting.send_nowait(None)

    def pause(self):
        super().pause()
        if self._flowing.is_set():
            self._paused_at = monotonic()
        self._flowing.clear()

    def resume(self):
        super().resume()
        if not self._flowing.is_set():
            self._paused_s += monotonic() - self._paused_at
        self._flowing.set()

    async def close(self):
        await utils.aio.cancel_and_wait(self._sender)

    async def _send(self):
        size = int(RATE * CHUNK_S) * 2
        started, sent_s = None, 0.0
        async for pcm in self._waiting:
            if pcm is None:
                if started is not None:
                    await self._until(started + self._paused_s + sent_s)
                    self.on_playback_finished(playback_position=sent_s, interrupted=self._cleared)
                started, sent_s = None, 0.0
                continue
            if started is None:
                started, self._paused_s = monotonic(), 0.0
                self.on_playback_started(created_at=time())
            for at in range(0, len(pcm), size):
                if self._cleared or self._socket.closed:
                    break
                while not self._flowing.is_set() and not self._cleared:
                    await asyncio.sleep(0.01)
                await self._until(started + self._paused_s + sent_s - AHEAD_S)
                if self._cleared:
                    break
                chunk = pcm[at : at + size]
                with suppress(ConnectionError):
                    await self._socket.send_bytes(chunk)
                sent_s += len(chunk) / 2 / RATE

    async def _until(self, at):
        wait_s = at - monotonic()
        if wait_s > 0 and not self._cleared:
            await asyncio.sleep(wait_s)


async def serve_call(request):
    socket = web.WebSocketResponse(compress=False)
    await socket.prepare(request)
    kind = request.app["kind"]
    is_field = kind.startswith("field")
    ear, mouth, ears = Ear(), Mouth(socket, is_field), RealStt() if is_field else InstantStt()
    session = AgentSession(
        stt=ears,
        llm=InstantLlm(),
        tts=InstantTts(request.app["answer"]),
        turn_handling=turn_handling(kind),
    )

    @session.on("user_state_changed")
    def on_user_state_changed(event):
        if event.old_state == "speaking":
            ears.finish()

    session.input.audio = ear
    session.output.audio = mouth
    await session.start(Agent(instructions="Answer."))
    async for message in socket:
        if message.type == WSMsgType.BINARY:
            samples = len(message.data) // 2
            ear.frames.send_nowait(rtc.AudioFrame(message.data, RATE, 1, samples))
    ear.frames.close()
    await session.aclose()
    await mouth.close()
    return socket


def main():
    kind, port, answer_file = sys.argv[1:]
    logging.basicConfig(level=logging.ERROR)
    app = web.Application()
    app["kind"] = kind
    with open(answer_file, "rb") as file:
        app["answer"] = file.read()
    app.router.add_get("/ws", serve_call)
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    web.run_app(app, host="127.0.0.1", port=int(port), print=None, access_log=None)


main()
