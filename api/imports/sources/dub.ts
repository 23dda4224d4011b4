import { isRecord, splitShortUrl } from "./fields.ts";
import { osRules, regionRules, type RuleInput } from "./rules.ts";
import { dateLosses, lost, type Reader, sourceLink } from "./sourceLink.ts";

/** Objects of `GET /links`, and the CSV file that Dub exports. */
export const dub: Reader = {
  source: "dub",
  needs: ["url", "destination url"],
  read(fields) {
    const short = splitShortUrl(fields.text("shortLink", "short link", "link"));
    const createdAt = fields.instant("createdAt", "created");
    const expiresAt = fields.expiry("expiresAt");
    const preview = fields.flag("proxy")
      ? previewOf(fields.text("title"), fields.text("description"), fields.text("image"))
      : {};
    const rules: RuleInput[] = [
      ...osRules({ iOS: fields.text("ios"), Android: fields.text("android") }),
      ...regionRules(fields.raw("geo")),
    ];
    return sourceLink({
      id: fields.text("id", "link id"),
      input: {
        name: fields.text("title"),
        originalUrl: fields.text("url", "destination url"),
        shortUrl: fields.text("key") || short.code,
        domain: fields.text("domain") || short.domain,
        tags: fields.list("tags", "tagNames"),
        note: fields.text("comments", "description"),
        externalId: fields.text("externalId", "external id"),
        ...(expiresAt && { expiresAt, expiredUrl: fields.text("expiredUrl") || null }),
        ...(fields.flag("doIndex") && { allowIndexing: true }),
        ...(rules.length > 0 && { rules }),
        ...testOf(fields.raw("testVariants")),
        ...preview,
      },
      createdAt,
      isActive: fields.text("disabledAt") === "",
      isArchived: fields.flag("archived") ?? false,
      hasPassword: fields.text("password") !== "",
      visits: fields.number("clicks", "total clicks") ?? 0,
      losses: [
        ...dateLosses(createdAt, expiresAt),
        ...lost("options", "Cloaking: links here redirect", fields.flag("rewrite") ?? false),
        ...lost("options", "Conversion tracking", fields.flag("trackConversion") ?? false),
        ...lost("group", "The folder's name is not in Dub's links", fields.text("folderId") !== ""),
      ],
    });
  },
};

function previewOf(title: string, description: string, imageUrl: string) {
  return title || description || imageUrl ? { preview: { title, description, imageUrl: imageUrl || null } } : {};
}

function testOf(variants: unknown) {
  if (!Array.isArray(variants)) return {};
  const arms = variants.filter(isRecord).map(({ url, percentage }, i) => {
    return { name: `Variant ${i + 1}`, url, weight: typeof percentage === "number" ? Math.round(percentage) : 1 };
  });
  return arms.length > 1 ? { split: { arms, sticky: true } } : {};
}
