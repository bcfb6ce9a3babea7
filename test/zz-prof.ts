import { openEars } from "../src/speech/open/open-ears.ts";
import { OwnVoice } from "../src/speech/own-voice/own-voice.ts";
import { SileroKernel } from "../src/speech/silero/silero-kernel.ts";
const cpu=()=>{const u=process.cpuUsage();return (u.user+u.system)/1000};
const t=async(n:string,f:()=>unknown)=>{const a=cpu(),b=performance.now();await f();console.log(n,(cpu()-a).toFixed(0),"cpu",(performance.now()-b).toFixed(0),"wall")};
const w=process.argv[2];
if(w==="ears") await t("ears", openEars);
if(w==="voice") await t("voice", ()=>OwnVoice.open("heart"));
if(w==="silero") await t("silero", ()=>SileroKernel.open());
