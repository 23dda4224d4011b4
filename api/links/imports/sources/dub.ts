import { isRecord } from "./fields.ts";
import { osRules, regionLosses, regionRules, type RuleInput } from "./rules.ts";
import { lost, type Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/** Objects of `GET /links`, and the CSV file that Dub exports. */
export const dub: Reader = {
  source: "dub",
  columns: {
    destination: ["url", "destination url"],
    code: ["key"],
    link: ["shortLink", "short link", "link"],
    domain: ["domain"],
    title: ["title"],
    tags: ["tags", "tagNames"],
    note: ["comments"],
    id: ["id", "link id"],
    externalId: ["externalId"],
    createdAt: ["createdAt", "created"],
    expiry: ["expiresAt"],
    expiredUrl: ["expiredUrl"],
    state: ["disabledAt"],
    archived: ["archived"],
    password: ["password"],
    clicks: ["clicks", "total clicks"],
    indexing: ["doIndex"],
    preview: ["proxy", "image", "description"],
    rules: ["ios", "android", "geo", "testVariants", "testCompletedAt"],
    group: ["folderId"],
    options: ["rewrite", "trackConversion"],
    ignore: [
      "updatedAt",
      "lastClicked",
      "leads",
      "conversions",
      "sales",
      "saleAmount",
      "workspaceId",
      "projectId",
      "userId",
      "user",
      "tagId",
      "identifier",
      "qrCode",
      "publicStats",
      "testStartedAt",
      "video",
      // Columns whose values are also part of the destination.
      "utm_source",
      "utm_medium",
      "utm_campaign",
      "utm_term",
      "utm_content",
      "ref",
    ],
  },
  read(fields) {
    const preview = fields.named("proxy") === "true" && {
      ...previewOf(fields.named("title"), fields.named("description"), fields.named("image")),
    };
    const rules: RuleInput[] = [
      ...osRules({ iOS: fields.named("ios"), Android: fields.named("android") }),
      ...regionRules(fields.raw("geo")),
    ];
    const isRoot = fields.text("code") === "_root";
    return usualLink(fields, {
      group: "",
      input: {
        note: fields.text("note") || fields.named("description"),
        ...(isRoot && { shortUrl: "" }),
        ...testOf(fields.raw("testVariants"), fields.named("testCompletedAt"), rules),
        ...preview,
      },
      losses: [
        ...regionLosses(fields.raw("geo")),
        ...lost("code", "This is the root page of its domain (_root), so the link gets a generated short code", isRoot),
        ...lost("options", "Cloaking is not supported; links redirect", fields.named("rewrite") === "true"),
        ...lost("options", "Conversion tracking is not imported", fields.named("trackConversion") === "true"),
        ...lost(
          "group",
          "The folder is not imported, because its name is not in Dub's links",
          fields.text("group") !== "",
        ),
      ],
    });
  },
};

function previewOf(title: string, description: string, imageUrl: string) {
  return title || description || imageUrl ? { preview: { title, description, imageUrl: imageUrl || null } } : {};
}

/**
 * Converts an A/B test: until the test ends, a rule splits the visits; after that, all visits go to the destination.
 */
function testOf(variants: unknown, completedAt: string, rules: readonly RuleInput[]) {
  const given = Array.isArray(variants) ? variants.filter(isRecord) : [];
  const arms = given.map(({ url, percentage }, i) => {
    return { name: `Variant ${i + 1}`, url, weight: typeof percentage === "number" ? Math.round(percentage) : 1 };
  });
  const split = { arms, sticky: true };
  if (arms.length > 1 && completedAt !== "") {
    const when = { field: "before", op: "in", values: [completedAt] };
    return { rules: [...rules, { name: "Test", when, then: { split } }] };
  }
  return { ...(rules.length > 0 && { rules }), ...(arms.length > 1 && { split }) };
}
