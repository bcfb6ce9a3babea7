// Console app: the signed-in account, the list of views, and the view that the address names.

import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { need, setText } from "../page/dom.ts";
import { request } from "../page/api-request.ts";
import type { PageAccess } from "../page/page-access.ts";
import { AccountView } from "./settings/account-view.tsx";
import { AssistantsView } from "./settings/assistants-view.tsx";
import { CallView } from "./calls/call-view.tsx";
import { CallsView } from "./calls/calls-view.tsx";
import { ConsoleApi } from "./console-api.ts";
import {
  addressOf,
  type ConsoleAddress,
  readAddress,
  type ViewGroup,
  viewGroups,
  type ViewName,
} from "./console-address.ts";
import { words } from "./console-words.ts";
import { EmbedsView } from "./settings/embeds-view.tsx";
import { FlowView } from "./flows/flow-view.tsx";
import { FlowsView } from "./flows/flows-view.tsx";
import { HomeView } from "./home-view.tsx";
import { HooksView } from "./settings/hooks-view.tsx";
import { KeysView } from "./settings/keys-view.tsx";
import { KnowledgeView } from "./knowledge/knowledge-view.tsx";
import { LiveCallView, LiveView } from "./live/live-view.tsx";
import { MoneyView } from "./money/money-view.tsx";
import { PeopleView } from "./people/people-view.tsx";
import { PhoneView } from "./phone/phone-view.tsx";
import { ProvidersView } from "./settings/providers-view.tsx";
import type { OneTimeLink } from "./one-time-link.ts";
import { SecretsView } from "./settings/secrets-view.tsx";
import { ConfirmView } from "./people/confirm-view.tsx";
import { ResetView } from "./people/reset-view.tsx";
import { SignInView } from "./sign-in-view.tsx";
import { VersionNotice, ViewGuard } from "./version-guard.tsx";
import { ViewIcon } from "./view-icons.tsx";
import { SystemView } from "./system/system-view.tsx";
import { ConsoleProvider, useAnswer } from "./use-answer.ts";

interface ConsoleAppProps {
  readonly access: PageAccess;
  /** Link that the page was opened with. */
  readonly link: OneTimeLink | undefined;
}

export function ConsoleApp({ access, link: given }: ConsoleAppProps): ReactNode {
  const [link, setLink] = useState(given);
  const [email, setEmail] = useState(access.accountToken === undefined ? undefined : access.signedInAs);
  const [isExpired, setExpired] = useState(false);
  const leave = (expired: boolean): void => {
    if (expired) access.forget();
    else access.signOut();
    setExpired(expired);
    setEmail(undefined);
  };
  const world = useMemo(
    () => ({
      api: new ConsoleApi(access, () => leave(true)),
      email: email ?? "",
      stay: () => access.stay,
      renew: (token: string) => access.renew(token),
    }),
    [access, email],
  );
  useEffect(() => showWho(email), [email]);
  const entered = (): void => {
    setLink(undefined);
    setEmail(access.signedInAs);
  };
  if (link?.way === "confirm")
    return <ConfirmView access={access} link={link} done={() => setLink(undefined)} />;
  if (link?.way === "reset") return <ResetView access={access} link={link} entered={entered} />;
  if (email === undefined || link !== undefined)
    return <SignInView access={access} isExpired={isExpired} link={link} entered={entered} />;
  return (
    <ConsoleProvider value={world}>
      <Views signOut={() => leave(false)} />
    </ConsoleProvider>
  );
}

/** The bar of the page exists before the console. */
function showWho(email: string | undefined): void {
  need("signed-in", HTMLElement).hidden = email === undefined;
  setText(need("signed-in-as", HTMLElement), email ?? "");
}

/** Views for the owner only: hidden from others, and refused by the server. */
const ownViews: ReadonlySet<ViewName> = new Set(["people", "system"]);

function Views({ signOut }: { readonly signOut: () => void }): ReactNode {
  const address = useAddress();
  const { view, id } = address;
  const isOwner = useAnswer(request("GET /v1/account")).body?.role === "owner";
  const content = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = words.title(words.views[view]);
    // A link moves the focus to its target; a newly opened page stays at its beginning.
    if (!isFirst.current) content.current?.querySelector("h1")?.focus();
    isFirst.current = false;
    // On a small screen the views are a strip.
    const current = strip.current?.querySelector("[aria-current]");
    current?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [view, id]);
  return (
    <div className="console">
      <nav className="views" aria-label={words.viewsLabel} ref={strip}>
        {Object.entries(viewGroups).map(([group, names]) => (
          <div key={group} className="view-group">
            <p>{words.viewGroups[group as ViewGroup]}</p>
            {names
              .filter((name) => isOwner || !ownViews.has(name))
              .map((name) => (
                <a key={name} href={addressOf(name)} aria-current={name === view ? "page" : undefined}>
                  <ViewIcon view={name} />
                  {words.views[name]}
                </a>
              ))}
          </div>
        ))}
      </nav>
      <main id="content" tabIndex={-1} ref={content} data-view={view}>
        <VersionNotice />
        <ViewGuard key={`${view} ${id}`}>
          <View address={address} signOut={signOut} />
        </ViewGuard>
      </main>
    </div>
  );
}

function View({
  address,
  signOut,
}: {
  readonly address: ConsoleAddress;
  readonly signOut: () => void;
}): ReactNode {
  const { view, id, query } = address;
  const views: Readonly<Record<ViewName, () => ReactNode>> = {
    home: () => <HomeView />,
    calls: () => (id === undefined ? <CallsView query={query} /> : <CallView callId={id} />),
    live: () => (id === undefined ? <LiveView /> : <LiveCallView callId={id} />),
    flows: () => (id === undefined ? <FlowsView /> : <FlowView flowId={id} />),
    assistants: () => <AssistantsView />,
    knowledge: () => <KnowledgeView />,
    keys: () => <KeysView />,
    providers: () => <ProvidersView />,
    hooks: () => <HooksView />,
    embeds: () => <EmbedsView />,
    phone: () => <PhoneView />,
    secrets: () => <SecretsView />,
    money: () => <MoneyView />,
    people: () => <PeopleView />,
    account: () => <AccountView signOut={signOut} />,
    system: () => <SystemView />,
  };
  return views[view]();
}

function useAddress(): ConsoleAddress {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = (): void => setHash(location.hash);
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return useMemo(() => readAddress(hash), [hash]);
}
