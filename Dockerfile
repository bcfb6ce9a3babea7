# Builds the executable with the pinned Bun, then ships it alone: no package manager, no shell, not root.

FROM oven/bun:1.4.5 AS build
WORKDIR /src
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --production
COPY tsconfig.json ./
COPY src ./src
COPY db ./db
COPY public ./public
RUN bun run build && mkdir /empty

# The executable needs glibc and nothing else.
FROM gcr.io/distroless/base-nossl-debian12:nonroot
LABEL org.opencontainers.image.title="Voice Flow" \
      org.opencontainers.image.description="A self-hosted voice agent: one program that hears, decides and speaks" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /src/dist/voice-flow /usr/local/bin/voice-flow
COPY --from=build --chown=65532:65532 /empty /data
USER 65532:65532
WORKDIR /data
VOLUME /data
# Inside a container, the loopback address would be reachable by nobody.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["voice-flow", "health"]
ENTRYPOINT ["voice-flow"]
