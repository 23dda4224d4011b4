import { isNo } from "./restrictions.ts";
import { lost, type Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/** Polr's table of links as CSV or JSON, because Polr itself has no export. */
export const polr: Reader = {
  source: "polr",
  columns: {
    destination: ["long_url"],
    code: ["short_url"],
    createdAt: ["created_at"],
    state: ["is_disabled"],
    clicks: ["clicks"],
    options: ["secret_key"],
    ignore: ["id", "ip", "creator", "is_custom", "is_api", "long_url_hash", "updated_at"],
  },
  read: (fields) =>
    usualLink(fields, {
      // Links are identified by their codes, which are unique, because ids change when the table is moved.
      id: fields.text("code"),
      losses: lost(
        "restriction",
        "The URL has a secret key, which is not supported: the link is created inactive",
        !isNo(fields.named("secret_key")),
      ),
    }),
};
