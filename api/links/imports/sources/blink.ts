import { plain } from "./columnPlan.ts";
import { shownValue } from "./fields.ts";
import { lost, type Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

const [deleteDate, archiveDate] = ["Auto-Delete Date", "Auto-Archive Date"];

/** BL.INK's bulk file of links, which has no heading, and the same file with a heading. */
export const blink: Reader = {
  source: "blink",
  columns: {
    destination: ["Long URL", "Destination URL", "URL"],
    code: ["Keyword", "Short Link Keyword", "Alias"],
    link: ["Short Link", "Short URL"],
    domain: ["Domain"],
    title: ["Description", "Link Description"],
    tags: ["Tags"],
    createdAt: ["Created", "Created At"],
    expiry: [archiveDate],
    state: ["Status"],
    archived: ["Archived"],
    clicks: ["Clicks"],
    redirectType: ["Redirect Type"],
    options: [deleteDate],
    ignore: ["Owner Email", "Link Owner Email"],
  },
  headless: ["Long URL", "Keyword", "Description", deleteDate, archiveDate, "Owner Email", "Redirect Type"],
  flatten: ({ ...record }) => {
    const cell = (name: string) => Object.entries(record).find(([key]) => plain(key) === plain(name))?.[1];
    return cell(archiveDate) ? record : { ...record, [archiveDate]: cell(deleteDate) };
  },
  read(fields) {
    const deleted = fields.named(deleteDate);
    const link = usualLink(fields, {
      // If a link has both an expiry and an archiving date, BL.INK applies the archiving date.
      losses: lost(
        "date",
        `The ${deleteDate} ${shownValue(deleted)} is omitted; the ${archiveDate} is used`,
        deleted !== "" && deleted !== fields.text("expiry"),
      ),
    });
    // At BL.INK, an archived link redirects to the home page.
    return { ...link, isActive: link.isActive && !link.isArchived };
  },
};
