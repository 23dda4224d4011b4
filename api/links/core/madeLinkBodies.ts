import { HoplogError } from "@hoplog/schema/errors.js";
import type { Member } from "../../kernel/access/authorize.ts";
import type { Logs, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { Totals } from "../../clicks/counts/rememberedTotals.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { Created } from "./findOrCreate.ts";
import { linkBodies, newLinkBodies } from "./linkBody.ts";
import type { OrganisedLinks } from "./organisedLinks.ts";

/** Those that were made or found, as REST shows them, in their order. Only for found ones clicks are counted. */
export async function madeLinkBodies(
  services: Reads & OrganisedLinks & ShortUrl & Totals & Logs,
  member: Member,
  answers: readonly Created[],
) {
  const made = answers.flatMap((answer) => (answer instanceof HoplogError ? [] : [answer]));
  const fresh = made.flatMap(({ created, link }) => (created ? [link] : []));
  const all = made.map(({ link }) => link);
  return fresh.length === made.length
    ? newLinkBodies(services, member, fresh)
    : linkBodies(services, member, all, false);
}
