// Phone words: the texts of numbers and of outgoing calls. Each PBX names the fields as its own page does.

interface PbxWords {
  readonly title: string;
  readonly registrar: string;
  readonly user: string;
  readonly login: string;
  readonly password: string;
  readonly where: string;
}

const pbxes: Readonly<Record<string, PbxWords>> = {
  fritzbox: {
    title: "FRITZ!Box",
    registrar: "Registrar",
    user: "User name",
    login: "Login name, if it differs from the user name",
    password: "Password",
    where: "Telephony, Telephony Devices, Configure New Device, IP telephone",
  },
  "3cx": {
    title: "3CX",
    registrar: "SIP server",
    user: "Extension",
    login: "Authentication ID",
    password: "Authentication password",
    where: "Users, Add; then the user's IP phone",
  },
  freepbx: {
    title: "FreePBX",
    registrar: "Address of the PBX",
    user: "User Extension",
    login: "Username",
    password: "Secret",
    where: "Connectivity, Extensions, Add New SIP (chan_pjsip) Extension",
  },
  asterisk: {
    title: "Asterisk",
    registrar: "Address of Asterisk",
    user: "Name of the aor",
    login: "username of the auth section",
    password: "password of the auth section",
    where: "pjsip.conf: endpoint, auth and aor",
  },
  trunk: {
    title: "SIP trunk",
    registrar: "Registrar or SIP domain",
    user: "SIP user or number",
    login: "Authentication user",
    password: "SIP password",
    where: "Your provider's page with the SIP credentials",
  },
  other: {
    title: "Another PBX",
    registrar: "Registrar",
    user: "Extension",
    login: "Login name",
    password: "Password",
    where: "Your PBX's page for SIP extensions",
  },
};

export const phoneWords = {
  pbxes,
  kind: "PBX",
  registrarHint: "Such as fritz.box or pbx.example:5060",
  loginHint: "Optional. Default: the extension",
  passwordKept: "Leave empty to keep the password",
  label: "Name",
  flow: "Answered by",
  assistant: "The assistant",
  dials: "Allowed prefixes",
  dialsHint: "Optional. Numbers that the agent may call, such as +49, 0 or **6. Separate several by commas",
  callsMax: "Outgoing calls at a time",
  connect: "Connect",
  save: "Save",
  change: "Change",
  cancel: "Cancel",
  states: {
    registering: "registering",
    registered: "registered",
    refused: "refused by the PBX",
    away: "not connected",
  } as Readonly<Record<string, string>>,
  emptyTitle: "No numbers",
  empty: "Add an extension in your PBX and enter its data here. The agent then answers its calls.",
  disconnect: "Disconnect",
  disconnectForGood: "Disconnect number",
  call: {
    title: "Outgoing calls",
    about: "The agent calls the number and speaks when the call is answered.",
    number: "From",
    to: "To",
    toHint: "Number as the PBX dials it",
    start: "Call",
    none: "No outgoing calls yet",
    noneAbout: "Calls that you or your programs start are listed here.",
    listTitle: "Recent outgoing calls",
    takeBack: "Cancel call",
  },
  callStates: {
    waiting: "waiting",
    dialling: "dialling",
    ringing: "ringing",
    talking: "talking",
  } as Readonly<Record<string, string>>,
  outcomes: {
    answered: "answered",
    voicemail: "voicemail",
    busy: "busy",
    no_answer: "no answer",
    declined: "declined",
    unreachable: "no such number",
    forbidden: "not allowed by the PBX",
    cancelled: "cancelled",
    failed: "failed",
    no_credit: "no credit",
    expired: "expired",
  } as Readonly<Record<string, string>>,
};
