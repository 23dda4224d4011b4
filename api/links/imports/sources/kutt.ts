import { lost, type Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/**
 * Objects of `GET /api/v2/links`, and rows of Kutt's table of links. Both state only whether a link has a password, not
 * the password.
 */
export const kutt: Reader = {
  source: "kutt",
  columns: {
    destination: ["target"],
    code: ["address"],
    link: ["link", "shortUrl"],
    domain: ["domain"],
    title: ["description"],
    id: ["id"],
    createdAt: ["created_at"],
    expiry: ["expire_in"],
    state: ["banned"],
    password: ["password"],
    clicks: ["visit_count"],
    ignore: ["updated_at", "domain_id", "user_id", "banned_by_id", "uuid"],
  },
  read(fields) {
    const hasNoName = fields.text("domain") === "" && fields.text("link") === "";
    const id = fields.named("domain_id");
    const message = `The domain ${id} is not imported, because its name is in another table`;
    return usualLink(fields, { losses: lost("domain", message, hasNoName && id !== "") });
  },
};
