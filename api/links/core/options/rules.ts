import { ruleLimits } from "@hoplog/schema/links/options/rule.js";
import { conditionReader } from "./conditions.ts";
import type { ArmDraft, RuleDraft, SplitDraft, ThenDraft } from "./drafts.ts";
import { type Reader, readFields, readInteger, readList, readText, readUrl, type Report } from "./reading.ts";

/** Parses the rules; an empty list means the default. */
export const readRules: Reader<readonly RuleDraft[] | null> = (value, path, reading) => {
  const { report } = reading;
  const given = readList(value, { min: 0, max: ruleLimits.rules, of: "rules" }, path, report);
  const readCondition = conditionReader();
  const rules = given?.flatMap((one, i): RuleDraft[] => {
    const at = `${path}.${i}`;
    const fields = readFields(one, ["number", "name", "when", "then"], at, report);
    if (!fields) return [];
    const number = readNumber(fields.number, `${at}.number`, report);
    const name = readText(fields.name, ruleLimits.nameMax, `${at}.name`, report);
    const when = readCondition(fields.when, `${at}.when`, reading);
    const then = readThen(fields.then, `${at}.then`, reading);
    return number !== undefined && name !== undefined && when && then ? [{ number, name, when, then }] : [];
  });
  if (!rules || rules.length !== given?.length) return undefined;
  return rules.length === 0 ? null : rules;
};

const readThen: Reader<ThenDraft> = (value, path, reading) => {
  const fields = readFields(value, ["url", "split", "blocked"], path, reading.report);
  if (!fields) return undefined;
  // `blocked: false` together with another outcome equals absent.
  const { url, split, blocked = false } = fields;
  const given = [url !== undefined, split !== undefined, blocked !== false].filter(Boolean);
  if (given.length !== 1 || typeof blocked !== "boolean") {
    reading.report(path, "Provide exactly one of url, split and blocked: true");
    return undefined;
  }
  if (blocked) return { blocked };
  if (split === undefined) {
    const to = readUrl(url, `${path}.url`, reading);
    return to === undefined ? undefined : { url: to };
  }
  const read = readSplit(split, `${path}.split`, reading);
  return read && { split: read };
};

export const readSplit: Reader<SplitDraft> = (value, path, reading) => {
  const { report } = reading;
  const fields = readFields(value, ["arms", "sticky"], path, report);
  if (!fields) return undefined;
  const { sticky = false } = fields;
  if (typeof sticky !== "boolean") report(`${path}.sticky`, "Must be true or false");
  const size = { min: ruleLimits.armsMin, max: ruleLimits.armsMax, of: "arms" };
  const given = readList(fields.arms, size, `${path}.arms`, report);
  const arms = given?.flatMap((one, i) => readArm(one, `${path}.arms.${i}`, reading) ?? []);
  if (!arms || arms.length !== given?.length || typeof sticky !== "boolean") return undefined;
  if (arms.every(({ weight }) => weight === 0)) {
    report(`${path}.arms`, "At least one arm needs a weight above 0");
    return undefined;
  }
  return { arms, sticky };
};

const readArm: Reader<ArmDraft> = (value, path, reading) => {
  const { report } = reading;
  const fields = readFields(value, ["number", "name", "url", "weight"], path, report);
  if (!fields) return undefined;
  const number = readNumber(fields.number, `${path}.number`, report);
  const name = readText(fields.name, ruleLimits.nameMax, `${path}.name`, report);
  const url = readUrl(fields.url, `${path}.url`, reading);
  const weight = readInteger(fields.weight, { min: 0, max: ruleLimits.weightMax }, `${path}.weight`, report);
  if (number === undefined || name === undefined || url === undefined || weight === undefined) return undefined;
  return { number, name, url, weight };
};

/** Parses the number of a rule or arm; null if absent. */
function readNumber(value: unknown, path: string, report: Report): number | null | undefined {
  return value === undefined ? null : readInteger(value, { min: 1, max: 0xffff_ffff }, path, report);
}
