# Builds the executable with the pinned Bun, then ships it alone: no package manager, no shell, not root.

FROM oven/bun:1.4.5 AS build
WORKDIR /src
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY tsconfig.json ./
COPY src ./src
COPY public ./public
RUN bun run build && mkdir -p /empty

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /src/dist/voice-flow /usr/local/bin/voice-flow
COPY --from=build --chown=nonroot:nonroot /empty /data
WORKDIR /data
VOLUME /data
# Inside a container, the loopback address would be reachable by nobody.
ENV HOST=0.0.0.0 PORT=3000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["voice-flow", "health"]
ENTRYPOINT ["voice-flow"]
