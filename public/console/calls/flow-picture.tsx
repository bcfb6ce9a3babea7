// Flow picture: the flow of a call as it is drawn, with the way that the call took where that is known.

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
            // A node may come twice: its place tells the two apart.
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

/** Undefined until it has come, and where there is none: built-in flows are drawn in the editor only. */
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
