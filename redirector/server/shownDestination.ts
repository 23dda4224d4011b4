import { uuidText } from "@hoplog/schema/uuid.js";
import type { Caps } from "../caps/caps.ts";
import { destinationPage } from "../pages/destinationPage.ts";
import type { Site } from "../domains/site.ts";
import type { Page } from "../pages/page.ts";
import type { Plans } from "../plans/plans.ts";
import type { LinkEntry } from "../replica/linkEntry.ts";

interface Shown {
  readonly plans: Plans;
  readonly caps: Pick<Caps, "isUsedUp">;
  readonly now: () => number;
}

/**
 * Returns the page for `code+`: the destination, or another page if the link does not redirect at the moment, has a
 * password or a cap, or hides the destination.
 */
export function shownDestination({ plans, caps, now }: Shown, { pages, home }: Site, entry: LinkEntry | null): Page {
  if (!entry) return pages.notFound;
  if (entry.state === "inactive") return pages.gone;
  if (entry.state === "active") return destinationPage(home, entry.url, false);
  const known = plans.planOf(entry.record, 0, entry.record.length);
  if (!known) return pages.unreadable;
  const { options, cap, divides, phaseAt } = known.plan;
  if (options.isListed) return pages.listed;
  if (options.hideDestination === true) return pages.notFound;
  const phase = phaseAt(now());
  if (phase !== "open") return phase === "expired" ? pages.expired : pages.notYet;
  if (cap && caps.isUsedUp({ linkId: uuidText(entry.linkId), ...cap })) return pages.usedUp;
  if (options.passwordHash !== undefined) return pages.asksForPassword;
  return cap ? pages.countsPeople : destinationPage(home, entry.url, divides);
}
