// Flow picture: the drawing of a call's flow, with the call's path if it is known.

import { type ReactNode, useEffect, useState } from "react";
import { request } from "../../page/api-request.ts";
import { words } from "../console-words.ts";
import { edgesOn, type FlowWay, pictureAddress } from "./flow-way.ts";
import { useAnswer, useConsole } from "../use-answer.ts";
import { Card } from "../view-parts.tsx";

interface FlowPictureProps {
  readonly flowId: string;
  /** Undefined: the call was not recorded. */
  readonly way: FlowWay | undefined;
}

export function FlowPicture({ flowId, way }: FlowPictureProps): ReactNode {
  const svg = useDiagram(flowId);
  const graph = useAnswer(
    way === undefined ? undefined : request("GET /v1/flows/:flow_id/graph", { flow_id: flowId }),
  );
  if (svg === undefined) return null;
  const edges = way === undefined ? [] : edgesOn(way.nodes, graph.body?.edges ?? []);
  return (
    <Card
      title={words.call.way}
      about={way === undefined ? words.call.wayUnknown : words.call.wayAbout}
      className="way"
    >
      {way !== undefined && (
        <ol className="nodes">
          {way.nodes.map((node, at) => (
            // A node may occur twice, so its position is part of the key.
            <li key={`${at} ${node}`}>{node}</li>
          ))}
        </ol>
      )}
      <div className="picture" tabIndex={0} role="region" aria-label={words.call.picture}>
        <img src={pictureAddress(svg, edges)} alt={words.call.picture} />
      </div>
    </Card>
  );
}

/** Undefined until the picture has arrived, and for built-in flows, which only the editor draws. */
function useDiagram(flowId: string): string | undefined {
  const { api } = useConsole();
  const [svg, setSvg] = useState<string>();
  useEffect(() => {
    const over = new AbortController();
    const read = async (): Promise<void> => {
      const theme = document.documentElement.dataset["theme"] ?? "auto";
      const picture = request("GET /v1/flows/:flow_id/diagram.svg", { flow_id: flowId, theme });
      const answer = await api.send(picture, over.signal);
      setSvg(await answer.text());
    };
    read().catch(() => undefined);
    return () => over.abort();
  }, [api, flowId]);
  return svg;
}
