import { verdictFields, verdictKinds } from "@hoplog/schema/bots/workspaceRules.js";
import type { OwnVerdictInput } from "../../core/graphql/generated/graphql.ts";

/** Returns the non-empty lines of a text. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Formats verdicts, one per line, such as `bot agent OurMonitor/`. */
export function verdictLines(verdicts: readonly OwnVerdictInput[]): string {
  return verdicts
    .map(({ field, value, verdict }) => `${verdict} ${field} ${field === "network" ? `AS${value}` : value}`)
    .join("\n");
}

/** Parses verdicts; `problem` names the first invalid line. */
export function parseVerdictLines(text: string): { verdicts: OwnVerdictInput[]; problem: string | null } {
  const verdicts: OwnVerdictInput[] = [];
  for (const [i, line] of linesOf(text).entries()) {
    const [, kindText, fieldText, value = ""] = /^(\S+)\s+(\S+)\s+(.+)$/.exec(line) ?? [];
    const verdict = verdictKinds.find((kind) => kind === kindText?.toLowerCase());
    const field = verdictFields.find((name) => name === fieldText?.toLowerCase());
    if (!verdict || !field) {
      return {
        verdicts,
        problem: `Line ${i + 1}: must be bot or person, then agent, network or referrer, then what to look for`,
      };
    }
    verdicts.push({ field, value, verdict });
  }
  return { verdicts, problem: null };
}
