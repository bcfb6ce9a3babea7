#!/usr/bin/env python3
"""Python: types words to the agent, one after each answer, prints what both say, and keeps the agent's voice.

    python3 type-words.py ws://localhost:3000/ws answer.wav "what time is it" "goodbye"

The address may also be the ws_url of POST /v1/sessions (begin-session.sh). Needs the package `websockets`
(python3-websockets on Debian).
"""

import asyncio
import json
import sys
import wave

import websockets

RATE = 16000  # 16 bit, one channel


async def talk(url, wav, words):
    async def send(kind, data=None):
        await socket.send(json.dumps({"label": "rtvi-ai", "type": kind, "id": kind, "data": data or {}}))

    async with websockets.connect(url, subprotocols=["voice.v1"], compression=None) as socket:
        await send("client-ready", {"version": "2.1.0", "about": {"library": "type-words.py"}})
        async for message in socket:
            if isinstance(message, bytes):
                wav.writeframes(message)
                continue
            kind, data = (json.loads(message).get(key) or {} for key in ("type", "data"))
            if kind == "bot-output" and data.get("spoken_status") == "completed":
                print("agent:", data["text"], flush=True)
            elif kind == "bot-stopped-speaking" and words:
                print("caller:", words[0], flush=True)
                await send("send-text", {"content": words.pop(0)})
            elif kind == "error":
                print("error:", data["message"], file=sys.stderr)
            elif kind == "server-message" and data["type"] == "session_end":
                print("over:", data["reason"], flush=True)


def refusal(error):
    """What a server says of a call that it does not take: its detail says what to do."""
    body = getattr(getattr(error, "response", None), "body", None) or b""
    try:
        return json.loads(body)["detail"]
    except (ValueError, KeyError):
        return f"{error} (401: begin a session first; 410: begin another)"


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    address, file, *said = sys.argv[1:]
    with wave.open(file, "wb") as output:
        output.setnchannels(1)
        output.setsampwidth(2)
        output.setframerate(RATE)
        try:
            asyncio.run(talk(address, output, said))
        except websockets.InvalidHandshake as error:
            sys.exit(f"{address} refuses the call: {refusal(error)}")
        except (OSError, websockets.WebSocketException) as error:
            sys.exit(f"{address}: {error}")
