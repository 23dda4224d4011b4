import { Anchor, Badge, Button, Checkbox } from "@mantine/core";
import {
  IconChartBar,
  IconCopy,
  IconCornerDownRight,
  IconEdit,
  IconExternalLink,
  IconFolder,
  IconHistory,
  IconPlayerPause,
  IconPlayerPlay,
  IconQrcode,
  IconTrash,
} from "@tabler/icons-react";
import { ClickCount } from "./ClickCount.tsx";
import { copyShortUrl } from "./copyText.ts";
import { DomainNote, isServed } from "./DomainNote.tsx";
import classes from "./LinkCard.module.css";
import { ListingNote } from "./ListingNote.tsx";
import { LinkMarks } from "./LinkMarks.tsx";
import type { ListedLink } from "./listedLink.ts";
import { formatDate, shownUrl } from "./linkTexts.ts";
import { IconButton } from "../elements/IconButton.tsx";

/** What a link does for visitors, where it is not as its owner has switched it. */
const stateBadges: Readonly<Partial<Record<ListedLink["state"], string>>> = {
  SCHEDULED: "Scheduled",
  EXPIRED: "Expired",
  USED_UP: "Used up",
  BANNED: "Banned",
  LISTED: "Warning shown",
  UNREACHABLE: "Unreachable",
};

interface LinkCardProps {
  link: ListedLink;
  selected: boolean;
  onSelect: (link: ListedLink) => void;
  onAnalytics: (link: ListedLink) => void;
  onGroup: (groupId: string) => void;
  onQr: (link: ListedLink) => void;
  onHistory: (link: ListedLink) => void;
  onEdit: (link: ListedLink) => void;
  onToggle: (link: ListedLink) => void;
  onDelete: (link: ListedLink) => void;
}

export function LinkCard({
  link,
  selected,
  onSelect,
  onAnalytics,
  onGroup,
  onQr,
  onHistory,
  onEdit,
  onToggle,
  onDelete,
}: LinkCardProps) {
  const banned = link.banReason !== null;
  const stateBadge = stateBadges[link.state];
  return (
    <article className={`sheet ${classes.card}`} aria-label={link.name} data-link={link.id} data-selected={selected}>
      <div className={classes.top}>
        <Checkbox
          className={classes.select ?? ""}
          size="sm"
          aria-label={`Select ${link.name}`}
          checked={selected}
          onChange={() => onSelect(link)}
        />
        <h2 className={classes.name} title={link.name}>
          {link.name}
        </h2>
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
              onClick={() => link.group && onGroup(link.group.id)}
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
          onClick={() => onAnalytics(link)}
        >
          Analytics
        </Button>
        <span className={classes.spring} />
        <IconButton icon={IconQrcode} label="QR code" of={link.name} onClick={() => onQr(link)} />
        <IconButton icon={IconHistory} label="History" of={`of ${link.name}`} onClick={() => onHistory(link)} />
        <IconButton icon={IconEdit} label="Edit" of={link.name} onClick={() => onEdit(link)} />
        <IconButton
          icon={link.isActive ? IconPlayerPause : IconPlayerPlay}
          label={link.isActive ? "Deactivate" : "Activate"}
          of={link.name}
          onClick={() => onToggle(link)}
        />
        <IconButton icon={IconTrash} label="Delete" of={link.name} color="red" onClick={() => onDelete(link)} />
        {link.isActive && !banned && !link.listing && isServed(link.domain) && (
          <IconButton icon={IconExternalLink} label="Visit" of={link.name} href={link.fullShortUrl} />
        )}
      </div>
    </article>
  );
}
