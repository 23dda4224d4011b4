import { IconAlertTriangle } from "../../ui/elements/icons.ts";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import classes from "./ListingNote.module.css";

interface ListingNoteProps {
  listing: NonNullable<LinkCardFragment["listing"]>;
}

/** Maximum characters of a shown URL, because URLs may have thousands. */
const shownMax = 150;

/** Explains why visitors see a warning and what the link's owner can do. */
export function ListingNote({ listing: { url, reason, source } }: ListingNoteProps) {
  const shown = url.length > shownMax ? `${url.slice(0, shownMax)}…` : url;
  return (
    <div className={classes.note} role="note">
      <IconAlertTriangle className={classes.icon} size={18} aria-hidden />
      <p className={classes.text}>
        Visitors get a warning instead of being led on:{" "}
        <span className={classes.url} title={url}>
          {shown}
        </span>{" "}
        is {source === "checker" ? "suspected to be harmful" : "listed as harmful"}. Reason: {reason}. Give the link
        another destination, or write to the people who run this service if this is a mistake.
      </p>
    </div>
  );
}
