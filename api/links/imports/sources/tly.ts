import { isRecord, shownValue } from "./fields.ts";
import { parseJson } from "./parseJson.ts";
import { isNo } from "./restrictions.ts";
import { osRules, regionRules, type RuleInput } from "./rules.ts";
import { lost, type Loss, type Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/** The CSV files of T.LY, and objects of its API. */
export const tly: Reader = {
  source: "tly",
  columns: {
    destination: ["long_url"],
    code: ["short_id"],
    link: ["short_url"],
    domain: ["domain"],
    note: ["description"],
    tags: ["tags"],
    createdAt: ["created_at"],
    expiry: ["expire_at_datetime"],
    clickLimit: ["expire_at_views"],
    password: ["password", "has_password"],
    clicks: ["clicks", "views"],
    rules: ["meta"],
    options: ["pixels", "public_stats"],
    ignore: ["updated_at", "qr_code_url", "qr_code_base64"],
  },
  read(fields) {
    const meta = fields.raw("meta");
    const { rules, losses } = rulesOf(typeof meta === "string" ? (parseJson(meta) ?? meta) : meta);
    const pixels = fields.raw("pixels");
    return usualLink(fields, {
      input: { ...(rules.length > 0 && { rules }) },
      losses: [
        ...losses,
        ...lost("options", `Pixels are not supported: ${shownValue(pixels)}`, pixels !== undefined),
        ...lost("options", "Public statistics are not supported", !isNo(fields.named("public_stats"))),
      ],
    });
  },
};

interface Rules {
  readonly rules: readonly RuleInput[];
  readonly losses: readonly Loss[];
}

/** Converts smart URLs, which apply to a country or a kind of device. */
function rulesOf(meta: unknown): Rules {
  if (meta === undefined) return { rules: [], losses: [] };
  const { smart_urls: smart, ...others } = isRecord(meta) ? meta : { meta };
  const given: readonly unknown[] = Array.isArray(smart) ? smart : [];
  const read = given.map((one) => (isRecord(one) ? ruleOf(one) : []));
  return {
    rules: read.flat(),
    losses: [
      ...given.flatMap((one, at) =>
        lost("rules", `The smart URL ${shownValue(one)} can't be converted to a rule`, read[at]?.length === 0),
      ),
      ...lost("rules", `The field meta is not imported: ${shownValue(others)}`, Object.keys(others).length > 0),
    ],
  };
}

const systems: Readonly<Record<string, string>> = {
  iphone: "iOS",
  ipad: "iOS",
  ios: "iOS",
  android: "Android",
  windows: "Windows",
  mac: "macOS",
  linux: "Linux",
};

function ruleOf({ type, url }: Readonly<Record<string, unknown>>): readonly RuleInput[] {
  if (typeof type !== "string" || typeof url !== "string") return [];
  const system = systems[type.toLowerCase()];
  if (system !== undefined) return osRules({ [system]: url });
  return /^[a-z]{2}$/i.test(type) ? regionRules({ [type]: url }) : [];
}
