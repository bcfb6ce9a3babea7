// Command `phone check`: registers once at the PBX of PHONE_REGISTRAR, and says how the numbers of accounts are.

import { configOrSay } from "../command-config.ts";
import { numberLine } from "./doctor-numbers.ts";
import { checkPhone } from "./doctor-phone.ts";
import { misuse } from "../mistakes/misuse.ts";
import { orSay, withStore } from "../stored-data.ts";

export async function phone(args: readonly string[]): Promise<number> {
  if (args.length !== 1 || args[0] !== "check") {
    console.error(misuse("phone check", args));
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  const result = await checkPhone(config);
  console.log(result.says);
  return orSay(config, () =>
    withStore(config, async (store) => {
      const rows = await store.phone.everyNumber();
      console.log(rows.length === 0 ? "No account has a phone number." : rows.map(numberLine).join("\n"));
      const isWell = rows.every(({ phase }) => phase === "registered");
      return result.state === "problem" || !isWell ? 1 : 0;
    }),
  );
}
