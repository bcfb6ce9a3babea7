#!/bin/sh
# curl: what an app's own server does for each call. It begins a session with its key and prints the session's address,
# which it gives to its page (talk-button.tsx) or to a program (type-words.py).
#
#   VOICE_FLOW_URL=https://voice.example API_KEY=... sh begin-session.sh
set -eu
server=${VOICE_FLOW_URL:-http://localhost:3000}

# The value of a text in an answer that is a flat JSON object.
value() { sed -En "s/.*\"$1\":\"(([^\"\\\\]|\\\\.)*)\".*/\1/p" | sed 's/\\"/"/g'; }
# Prints one value of the answer. A refusal says in its detail what is wrong and what to do.
post() {
  name=$1 path=$2
  shift 2
  answer=$(curl -sS -w ' %{http_code}' -X POST "$server$path" -H 'content-type: application/json' "$@")
  case $answer in
    *' 2'??) echo "$answer" | value "$name" ;;
    *)
      echo "$path: $(echo "$answer" | value detail)" >&2
      return 1
      ;;
  esac
}

# Once: an account, and a key for the app's server.
if [ -z "${API_KEY:-}" ]; then
  token=$(post access_token /auth/signup -d "{\"email\": \"app-$$@example.com\", \"password\": \"correct horse battery\"}")
  API_KEY=$(post key /auth/api-keys -H "authorization: Bearer $token")
fi

# For each call.
post ws_url /v1/sessions -H "x-service-key: $API_KEY" -d '{"metadata": {"from": "curl"}}'
