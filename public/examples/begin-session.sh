#!/bin/sh
# curl: what an app's own server does for each call. It begins a session with its key and prints the session's address,
# which it gives to its page (talk-button.tsx) or to a program (type-words.py).
#
#   VOICE_FLOW_URL=https://voice.example API_KEY=... sh begin-session.sh
set -eu
server=${VOICE_FLOW_URL:-http://localhost:3000}

# The value of a text in an answer that is a flat JSON object.
value() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
post() {
  path=$1
  shift
  curl -fsS -X POST "$server$path" -H 'content-type: application/json' "$@"
}

# Once: an account, and a key for the app's server.
if [ -z "${API_KEY:-}" ]; then
  token=$(post /auth/signup -d "{\"email\": \"app-$$@example.com\", \"password\": \"correct horse battery\"}" | value access_token)
  API_KEY=$(post /auth/api-keys -H "authorization: Bearer $token" | value key)
fi

# For each call.
post /v1/sessions -H "x-service-key: $API_KEY" -d '{"metadata": {"from": "curl"}}' | value ws_url
