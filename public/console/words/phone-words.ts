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
    login: "User name again, if another one signs in",
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
    where: "The page of your provider that shows SIP data",
  },
  other: {
    title: "Another PBX",
    registrar: "Registrar",
    user: "Extension",
    login: "Login name",
    password: "Password",
    where: "Where your PBX makes extensions for SIP telephones",
  },
};

export const phoneWords = {
  pbxes,
  kind: "PBX",
  registrarHint: "Such as fritz.box or pbx.example:5060",
  loginHint: "Empty: the same as the extension",
  passwordKept: "Empty: it stays",
  label: "Name",
  flow: "Answered by",
  assistant: "The assistant",
  dials: "May call numbers that begin with",
  dialsHint: "Optional. Beginnings of numbers, such as +49, 0 or **6. Separate several by commas",
  callsMax: "Calls out at the same time",
  connect: "Connect",
  save: "Save",
  change: "Change",
  cancel: "Cancel",
  states: {
    registering: "is registering",
    registered: "registered",
    refused: "refused by the PBX",
    away: "not connected",
  } as Readonly<Record<string, string>>,
  emptyTitle: "No numbers",
  empty:
    "Add an extension at your PBX and copy here what its page shows. Its calls are answered from then on.",
  disconnect: "Disconnect",
  disconnectForGood: "Disconnect for good",
  call: {
    title: "Outgoing calls",
    about: "The agent calls, and speaks when the call is answered.",
    number: "From",
    to: "To",
    toHint: "As the PBX dials it",
    start: "Call",
    none: "No calls out yet",
    noneAbout: "Calls that you or your programs request are listed here.",
    listTitle: "Calls out",
    takeBack: "Take back",
  },
  callStates: {
    waiting: "waits",
    dialling: "is dialled",
    ringing: "rings",
    talking: "talks",
  } as Readonly<Record<string, string>>,
  outcomes: {
    answered: "answered",
    voicemail: "answering machine",
    busy: "busy",
    no_answer: "no answer",
    declined: "declined",
    unreachable: "no such number",
    forbidden: "the PBX does not allow it",
    cancelled: "given up",
    failed: "failed",
    no_credit: "no credit",
    expired: "its time was over",
  } as Readonly<Record<string, string>>,
};
