# Foreign recognisers and clients, as they come from PyPI: PocketSphinx with the model that it ships understands free speech
# behind the reference server of Wyoming, behind the library of vosk-server, and behind plain HTTP; and the reference
# client of Wyoming asks a server. What to run is the first argument; the rest is its own.

import asyncio
import io
import json
import math
import sys
import threading
import wave
from email.parser import BytesParser
from email.policy import HTTP
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

FRAMES_PER_SECOND = 100


def decoder():
    from pocketsphinx import Decoder

    return Decoder(samprate=16000, loglevel="FATAL")


def words_of(ear):
    """Words with seconds and a probability; silence and noise have other names."""
    found = []
    for segment in ear.seg():
        word = segment.word.split("(")[0]
        if not word.isalpha():
            continue
        found.append(
            {
                "word": word,
                "start": segment.start_frame / FRAMES_PER_SECOND,
                "end": (segment.end_frame + 1) / FRAMES_PER_SECOND,
                "conf": min(1.0, max(0.001, math.exp(min(0.0, segment.prob / 1000)))),
            }
        )
    return found


def whole(ear, pcm):
    ear.start_utt()
    ear.process_raw(pcm, full_utt=True)
    ear.end_utt()
    return words_of(ear) if ear.hyp() else []


def text_of(words):
    return " ".join(word["word"] for word in words)


def transcriptions(port):
    ear = decoder()
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def reply(self, status, body):
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def do_GET(self):
            self.reply(200, {"object": "list", "data": []})

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
            form = BytesParser(policy=HTTP).parsebytes(head + body)
            parts = {part.get_param("name", header="content-disposition"): part for part in form.iter_parts()}
            with wave.open(io.BytesIO(parts["file"].get_payload(decode=True))) as recording:
                pcm = recording.readframes(recording.getnframes())
            with lock:
                words = whole(ear, pcm)
            said = [{**word, "probability": word["conf"]} for word in words]
            end = words[-1]["end"] if words else 0
            segments = [{"start": 0, "end": end, "text": text_of(words)}] if words else []
            self.reply(200, {"text": text_of(words), "segments": segments, "words": said})

    ThreadingHTTPServer(("127.0.0.1", int(port)), Handler).serve_forever()


async def vosk(port):
    """One reply a message, as vosk-server has it."""
    import websockets

    # To load one takes half a second.
    idle = [decoder() for _ in range(4)]

    async def serve(socket):
        ear = None
        try:
            async for message in socket:
                if ear is None and isinstance(message, bytes):
                    ear = idle.pop()
                    ear.start_utt()
                if isinstance(message, bytes):
                    ear.process_raw(message)
                    found = ear.hyp()
                    await socket.send(json.dumps({"partial": found.hypstr if found else ""}))
                elif message == '{"eof" : 1}':
                    ear.end_utt()
                    words = words_of(ear) if ear.hyp() else []
                    await socket.send(
                        json.dumps({"result": words, "text": text_of(words)} if words else {"text": ""})
                    )
                    idle.append(ear)
                    ear = None
                    return
        finally:
            if ear is not None:
                ear.end_utt()
                idle.append(ear)

    async with websockets.serve(serve, "127.0.0.1", int(port)):
        await asyncio.Future()


async def wyoming(port):
    from wyoming.asr import Transcribe, Transcript
    from wyoming.audio import AudioChunk, AudioStart, AudioStop
    from wyoming.info import AsrModel, AsrProgram, Attribution, Describe, Info
    from wyoming.server import AsyncEventHandler, AsyncServer

    by = Attribution(name="CMU", url="https://cmusphinx.github.io")
    about = {"attribution": by, "installed": True, "description": "PocketSphinx", "version": "5"}
    model = AsrModel(name="en-us", languages=["en"], **about)
    info = Info(asr=[AsrProgram(name="pocketsphinx", models=[model], **about)])
    ear, lock = decoder(), asyncio.Lock()

    class Handler(AsyncEventHandler):
        audio = b""

        async def handle_event(self, event):
            if Describe.is_type(event.type):
                await self.write_event(info.event())
            elif Transcribe.is_type(event.type):
                assert Transcribe.from_event(event).language == "en"
            elif AudioStart.is_type(event.type):
                start = AudioStart.from_event(event)
                assert (start.rate, start.width, start.channels) == (16000, 2, 1)
                self.audio = b""
            elif AudioChunk.is_type(event.type):
                self.audio += AudioChunk.from_event(event).audio
            elif AudioStop.is_type(event.type):
                loop = asyncio.get_running_loop()
                async with lock:
                    words = await loop.run_in_executor(None, whole, ear, self.audio)
                await self.write_event(Transcript(text=text_of(words)).event())
                return False
            return True

    await AsyncServer.from_uri(f"tcp://127.0.0.1:{port}").run(partial(Handler))


async def wyoming_client(url, path):
    """Says what the server has, and what it understood, as one line of JSON."""
    from wyoming.asr import Transcribe, Transcript
    from wyoming.audio import AudioChunk, AudioStart, AudioStop
    from wyoming.client import AsyncClient
    from wyoming.info import Describe, Info

    with wave.open(path) as recording:
        rate, pcm = recording.getframerate(), recording.readframes(recording.getnframes())
    sound = {"rate": rate, "width": 2, "channels": 1}
    async with AsyncClient.from_uri(url) as client:
        await client.write_event(Describe().event())
        info = Info.from_event(await client.read_event())
        await client.write_event(Transcribe(name="base", language="en").event())
        await client.write_event(AudioStart(**sound).event())
        for at in range(0, len(pcm), 2048):
            await client.write_event(AudioChunk(audio=pcm[at : at + 2048], **sound).event())
        await client.write_event(AudioStop().event())
        heard = Transcript.from_event(await client.read_event())
    print(json.dumps({"asr": [program.name for program in info.asr], "text": heard.text}))


what, *rest = sys.argv[1:]
if what == "transcriptions":
    transcriptions(*rest)
else:
    asyncio.run({"vosk": vosk, "wyoming": wyoming, "wyoming-client": wyoming_client}[what](*rest))
