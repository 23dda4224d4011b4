import { Anchor, Badge, Button, Checkbox } from "@mantine/core";
import {
  IconChartBar,
  IconCopy,
  IconCornerDownRight,
  IconExternalLink,
  IconFolder,
  IconNote,
  IconStar,
  IconStarFilled,
} from "../../ui/elements/icons.ts";
import { memo } from "react";
import { ClickCount } from "./ClickCount.tsx";
import { copyShortUrl } from "./copyShortUrl.ts";
import { DestinationLine, DestinationPicture } from "./DestinationLine.tsx";
import { DomainNote, isServed } from "./DomainNote.tsx";
import classes from "./LinkCard.module.css";
import { ListingNote } from "./ListingNote.tsx";
import { LinkMarks } from "./LinkMarks.tsx";
import { LinkActions } from "./LinkActions.tsx";
import type { ListedLink } from "./listedLink.ts";
import { formatDate, shownUrl } from "./linkTexts.ts";
import type { RowActions } from "./rowActions.ts";
import { isWithShift } from "./keys/isWithShift.ts";
import { stateBadgeOf } from "./stateTexts.ts";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import { TagPills } from "../tags/TagPills.tsx";

interface LinkCardProps {
  link: ListedLink;
  selected: boolean;
  /** Whether the Tab key reaches this card, because only one card of the list is a tab stop. */
  reachable: boolean;
  on: RowActions;
}

export const LinkCard = memo(function LinkCard({ link, selected, reachable, on }: LinkCardProps) {
  const banned = link.banReason !== null;
  const stateBadge = stateBadgeOf(link);
  return (
    // Shortcuts move the focus between cards and act on the focused one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={`sheet ${classes.card}`}
      aria-label={link.name}
      data-link={link.id}
      data-selected={selected}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={reachable ? 0 : -1}
      onFocus={() => on.focused(link)}
    >
      <div className={classes.top}>
        <Checkbox
          className={classes.select ?? ""}
          size="sm"
          aria-label={`Select ${link.name}`}
          checked={selected}
          onChange={({ nativeEvent }) => on.select(link, isWithShift(nativeEvent))}
        />
        <h2 className={classes.name} title={link.name}>
          {link.name}
        </h2>
        <IconButton
          icon={link.isFavourite ? IconStarFilled : IconStar}
          iconSize={16}
          size="sm"
          label="Favourite"
          of={link.name}
          aria-pressed={link.isFavourite}
          color={link.isFavourite ? "yellow" : "gray"}
          onClick={() => on.star(link)}
        />
        {link.isArchived && (
          <Badge className={classes.status ?? ""} variant="default" tt="none">
            Archived
          </Badge>
        )}
        <Badge className={classes.status ?? ""} variant="light" color={link.isActive ? "hop" : "gray"} tt="none">
          {link.isActive ? "Active" : "Inactive"}
        </Badge>
        {stateBadge !== undefined && (
          <Badge className={classes.status ?? ""} variant="default" tt="none">
            {stateBadge}
          </Badge>
        )}
      </div>
      {banned && (
        <p className={classes.note ?? ""} role="note">
          An operator has banned this URL: visitors are not redirected. Reason: {link.banReason}
        </p>
      )}
      {link.listing && <ListingNote listing={link.listing} />}
      <DomainNote domain={link.domain} className={classes.note ?? ""} />
      <div className={classes.place}>
        <div className={classes.lines}>
          <div className={classes.short}>
            <span className={classes.code} title={link.fullShortUrl}>
              {shownUrl(link)}
            </span>
            <IconButton
              icon={IconCopy}
              label="Copy short URL"
              of={`of ${link.name}`}
              color="hop"
              size="md"
              onClick={() => void copyShortUrl(link.fullShortUrl)}
            />
          </div>
          <DestinationLine destination={link.destination} />
          <div className={classes.original}>
            <IconCornerDownRight size={16} aria-hidden />
            <Anchor
              className={classes.target ?? ""}
              href={link.originalUrl}
              target="_blank"
              rel="noreferrer"
              title={link.originalUrl}
            >
              {link.originalUrl}
            </Anchor>
          </div>
        </div>
        <DestinationPicture destination={link.destination} />
      </div>
      {(link.tags.length > 0 || link.note !== null) && (
        <div className={classes.order}>
          <TagPills tags={link.tags} of={link.name} onPick={on.tag} />
          {link.note !== null && (
            <p className={classes.own} title={link.note}>
              <IconNote size={14} aria-hidden /> {link.note}
            </p>
          )}
        </div>
      )}
      <div className={classes.facts}>
        <ClickCount clicks={link.clicks} />
        <span className={classes.aside}>
          {link.group && (
            <Button
              className={classes.group ?? ""}
              variant="default"
              size="compact-xs"
              radius="xl"
              leftSection={<IconFolder size={13} aria-hidden />}
              aria-label={`Show group ${link.group.name}`}
              onClick={() => link.group && on.group(link.group.id)}
            >
              {link.group.name}
            </Button>
          )}
          <LinkMarks link={link} />
          <span className={classes.created}>Created {formatDate(link.createdAt)}</span>
        </span>
      </div>
      <div className={classes.actions}>
        <Button
          variant="light"
          size="compact-md"
          leftSection={<IconChartBar size={17} aria-hidden />}
          aria-label={`View analytics of ${link.name}`}
          onClick={() => on.analytics(link)}
        >
          Analytics
        </Button>
        <span className={classes.spring} />
        <LinkActions link={link} on={on} />
        {link.isActive && !banned && !link.listing && isServed(link.domain) && (
          <IconButton icon={IconExternalLink} label="Visit" of={link.name} href={link.fullShortUrl} />
        )}
      </div>
    </article>
  );
});
