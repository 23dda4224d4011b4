import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { isGroup, itemPath, itemsOf, questionCount } from "./conditions.ts";
import { type ConditionDraft, optionLimits, type OptionValues, type RuleDraft, type SplitDraft } from "./values.ts";
import { wholeNumber } from "./wholeNumber.ts";
import { instantOf } from "./zonedTime.ts";

/** Error messages by field path; the server uses the same paths. */
export type Problems = Record<string, string>;

/** Validates options on the client; the server validates them again. */
export function optionProblems(values: OptionValues): Problems {
  const { expiredUrl, maxClicksUrl, preview, rules, split, timeZone } = values;
  const [begins, ends] = [values.notBefore, values.expiresAt].map((value) => value && instantOf(value, timeZone));
  return {
    ...(begins && ends && ends <= begins && { expiresAt: "The link must expire after it begins" }),
    ...(expiredUrl.trim() !== "" && urlProblem("expiredUrl", expiredUrl)),
    ...maxClicksProblem(values),
    ...(maxClicksUrl.trim() !== "" && urlProblem("maxClicksUrl", maxClicksUrl)),
    ...(preview.imageUrl.trim() !== "" && urlProblem("preview.imageUrl", preview.imageUrl)),
    ...tooLong("preview.title", preview.title, optionLimits.titleMax),
    ...tooLong("preview.description", preview.description, optionLimits.descriptionMax),
    ...passwordProblem(values),
    ...(questionCount(rules) > optionLimits.conditions && {
      rules: `A link can have at most ${optionLimits.conditions} conditions`,
    }),
    ...merged(rules.map((rule, i) => ruleProblems(`rules.${i}`, rule))),
    ...(split && splitProblems("split", split)),
  };
}

function maxClicksProblem({ maxClicks }: OptionValues): Problems {
  const count = wholeNumber(maxClicks) ?? 0;
  if (maxClicks.trim() === "" || (count >= 1 && count <= optionLimits.maxClicksMax)) return {};
  return { maxClicks: `Must be a whole number from 1 to ${optionLimits.maxClicksMax.toLocaleString()}` };
}

function passwordProblem({ password, removesPassword }: OptionValues): Problems {
  const { passwordMin: min, passwordMax: max } = optionLimits;
  if (password === "" || removesPassword) return {};
  if (password.trim() === "") return { password: "Must not be blank" };
  const fits = password.length >= min && password.length <= max;
  return fits ? {} : { password: `Must have ${min} to ${max} characters` };
}

function merged(problems: readonly Problems[]): Problems {
  return Object.assign({}, ...problems);
}

function urlProblem(path: string, url: string): Problems {
  const parsed = parseOriginalUrl(url, [], "URL");
  return parsed.ok ? {} : { [path]: parsed.message };
}

function tooLong(path: string, text: string, max: number): Problems {
  return text.trim().length > max ? { [path]: `Cannot exceed ${max} characters` } : {};
}

function ruleProblems(path: string, { name, when, then }: RuleDraft): Problems {
  return {
    ...tooLong(`${path}.name`, name, optionLimits.nameMax),
    ...conditionProblems(`${path}.when`, when),
    ...(then.kind === "url" && urlProblem(`${path}.then.url`, then.url)),
    ...(then.kind === "split" && splitProblems(`${path}.then.split`, then.split)),
  };
}

function conditionProblems(path: string, condition: ConditionDraft): Problems {
  if (isGroup(condition)) {
    return merged(itemsOf(condition).map((item, i) => conditionProblems(itemPath(path, condition, i), item)));
  }
  const { field, op, values, name } = condition;
  // An empty referrer matches visits without one.
  const isMissing = values.every((value) => value === "") && (field !== "referrer" || values.length === 0);
  return {
    ...(field === "query" && name.trim() === "" && { [`${path}.name`]: "Give the parameter's name" }),
    ...(op !== "exists" && isMissing && { [`${path}.values`]: "Give at least one value" }),
  };
}

function splitProblems(path: string, { arms }: SplitDraft): Problems {
  const weights = arms.map(({ weight }) => wholeNumber(weight) ?? NaN);
  return {
    ...merged(
      arms.map(({ name, url }, i) => ({
        ...tooLong(`${path}.arms.${i}.name`, name, optionLimits.nameMax),
        ...urlProblem(`${path}.arms.${i}.url`, url),
        ...(!((weights[i] ?? NaN) <= optionLimits.weightMax) && {
          [`${path}.arms.${i}.weight`]: `Must be a whole number from 0 to ${optionLimits.weightMax}`,
        }),
      })),
    ),
    ...(weights.every((weight) => weight === 0) && { [`${path}.arms`]: "At least one arm needs a weight above 0" }),
  };
}
