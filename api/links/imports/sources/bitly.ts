import { shownValue, splitShortUrl } from "./fields.ts";
import { lost, type Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/** Objects of `GET /v4/groups/{guid}/bitlinks`, and the CSV file of links that Bitly's app exports. */
export const bitly: Reader = {
  source: "bitly",
  columns: {
    destination: ["long_url", "destination", "destination url", "original url"],
    link: ["id", "bitlink", "link", "short link", "short url"],
    code: ["custom_bitlinks", "custom bitlinks", "custom link"],
    title: ["title", "link title"],
    tags: ["tags"],
    createdAt: ["created_at", "created", "date created", "created date"],
    expiry: ["expiration_at", "expiration date"],
    archived: ["archived", "is_archived"],
    rules: ["deeplinks"],
    state: ["is_deleted"],
    clicks: ["clicks", "total clicks", "engagements", "total engagements"],
    ignore: ["created_by", "client_id", "references", "launchpad_ids", "campaign_ids", "qr_code_ids"],
  },
  read(fields) {
    const bitlink = fields.cells("link").find(({ text }) => splitShortUrl(text).code !== "")?.text ?? "";
    // A link may have several custom back-halves; the first one is in use.
    const [custom = "", ...others] = fields.list("code");
    const deepLinks = fields.raw("deeplinks");
    const { domain, code } = splitShortUrl(custom || bitlink);
    return usualLink(fields, {
      id: splitId(bitlink),
      input: { shortUrl: code, domain },
      losses: [
        ...others.flatMap((other) =>
          lost(
            "code",
            `The additional back-half ${shownValue(other)} is omitted, because a link has only one short code`,
            true,
          ),
        ),
        ...lost("rules", `Deep links to apps are not supported: ${shownValue(deepLinks)}`, deepLinks !== undefined),
      ],
    });
  },
};

function splitId(bitlink: string): string {
  const { domain, code } = splitShortUrl(bitlink);
  return code === "" ? "" : `${domain}/${code}`;
}
