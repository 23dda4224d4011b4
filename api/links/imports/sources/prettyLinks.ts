import { type Fields, isYes, shownValue } from "./fields.ts";
import { isNo } from "./restrictions.ts";
import { lost, type Loss, type Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/**
 * The CSV file that the WordPress plugin Pretty Links Pro exports, and its table of links with the values of a joined
 * table.
 */
export const prettyLinks: Reader = {
  source: "prettylinks",
  columns: {
    destination: ["url"],
    code: ["slug"],
    title: ["name"],
    note: ["description"],
    id: ["id"],
    tags: ["link_tags", "link_categories"],
    createdAt: ["created_at"],
    state: ["link_status", "deleted_at"],
    expiry: ["expires_at"],
    clickLimit: ["click_limit"],
    expiredUrl: ["expired_url"],
    clicks: ["clicks", "static-clicks"],
    rules: ["prli_dynamic_redirection"],
    redirectType: ["redirect_type"],
    options: ["param_forwarding", "delay", "keywords", "google_tracking", "prettypay_link"],
    ignore: [
      "last_updated_at",
      "updated_at",
      "uniques",
      "track_me",
      "group_id",
      "link_cpt_id",
      "static-uniques",
      // The weight is only used with other targets, which are reported.
      "prli-target-url-weight",
      // Columns with results of the plugin's own checks.
      "health_status",
      "health_last_checked",
      // Columns that only affect how pages of the site show the link.
      "nofollow",
      "sponsored",
      "new_window",
    ],
  },
  read: (fields) =>
    usualLink(fields, {
      input: { ...(forwardsQuery(fields) && { forwardQuery: true }) },
      losses: lossesOf(fields),
      refusal: refusalOf(fields),
    }),
};

function forwardsQuery(fields: Fields): boolean {
  const given = fields.named("param_forwarding");
  return isYes(given) || given === "forward";
}

function lossesOf(fields: Fields): Loss[] {
  const named = (name: string) => fields.named(name);
  const forwarding = named("param_forwarding");
  const targets = named("prli_dynamic_redirection");
  const limit = fields.text("clickLimit");
  const isOdd = !isNo(forwarding) && !forwardsQuery(fields);
  return [
    ...lost("options", `The parameter forwarding ${shownValue(forwarding)} is not supported`, isOdd),
    ...lost(
      "options",
      `The redirect delay of ${shownValue(named("delay"))} seconds is not supported`,
      !isNo(named("delay")),
    ),
    ...lost(
      "options",
      `Keywords that become links in posts are not supported: ${shownValue(named("keywords"))}`,
      named("keywords") !== "",
    ),
    ...lost("rules", `Targets for some visitors are not imported: ${shownValue(targets)}`, !isNo(targets)),
    ...lost(
      "restriction",
      `The click limit of ${shownValue(limit)} can't be imported, because the clicks are in another table: the link is created inactive`,
      limit !== "" && fields.cells("clicks").length === 0,
    ),
    ...lost("options", "Tracking by Google Analytics is not supported", !isNo(named("google_tracking"))),
  ];
}

/**
 * Returns the reason why a link cannot be imported (pixels and payment links have no destination URL); null if it can.
 */
function refusalOf(fields: Fields): string | null {
  const type = fields.text("redirectType");
  if (type === "pixel") return "This is a tracking pixel without a destination URL";
  if (type === "prettypay_link_stripe" || !isNo(fields.named("prettypay_link"))) {
    return "This is a payment link without a destination URL";
  }
  return null;
}
