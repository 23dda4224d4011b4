import { ActionIcon, Anchor, Badge, Button, Checkbox } from "@mantine/core";
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
import type { ReactNode } from "react";
import type { LinkCardFragment } from "../graphql/generated/graphql.ts";
import { ClickCount } from "./ClickCount.tsx";
import { copyShortUrl } from "./copyText.ts";
import classes from "./LinkCard.module.css";
import { displayUrl, formatDate } from "./linkTexts.ts";
import { Tip } from "../elements/Tip.tsx";

interface LinkCardProps {
  link: LinkCardFragment;
  selected: boolean;
  onSelect: (link: LinkCardFragment) => void;
  onAnalytics: (link: LinkCardFragment) => void;
  onGroup: (groupId: string) => void;
  onQr: (link: LinkCardFragment) => void;
  onHistory: (link: LinkCardFragment) => void;
  onEdit: (link: LinkCardFragment) => void;
  onToggle: (link: LinkCardFragment) => void;
  onDelete: (link: LinkCardFragment) => void;
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
  return (
    <article className={classes.card} aria-label={link.name} data-link={link.id} data-selected={selected}>
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
      </div>
      <div className={classes.short}>
        <span className={classes.code} title={link.fullShortUrl}>
          {displayUrl(link.fullShortUrl)}
        </span>
        <Tip label="Copy short URL">
          <ActionIcon
            variant="subtle"
            aria-label={`Copy short URL of ${link.name}`}
            onClick={() => void copyShortUrl(link.fullShortUrl)}
          >
            <IconCopy size={18} aria-hidden />
          </ActionIcon>
        </Tip>
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
        <Action label="QR code" name={link.name} onClick={() => onQr(link)}>
          <IconQrcode size={18} aria-hidden />
        </Action>
        <Action label="History" name={`of ${link.name}`} onClick={() => onHistory(link)}>
          <IconHistory size={18} aria-hidden />
        </Action>
        <Action label="Edit" name={link.name} onClick={() => onEdit(link)}>
          <IconEdit size={18} aria-hidden />
        </Action>
        <Action label={link.isActive ? "Deactivate" : "Activate"} name={link.name} onClick={() => onToggle(link)}>
          {link.isActive ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />}
        </Action>
        <Action label="Delete" name={link.name} color="red" onClick={() => onDelete(link)}>
          <IconTrash size={18} aria-hidden />
        </Action>
        {link.isActive && (
          <Tip label="Visit">
            <ActionIcon
              component="a"
              href={link.fullShortUrl}
              target="_blank"
              rel="noopener"
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Visit ${link.name}`}
            >
              <IconExternalLink size={18} aria-hidden />
            </ActionIcon>
          </Tip>
        )}
      </div>
    </article>
  );
}

interface ActionProps {
  label: string;
  name: string;
  color?: string;
  onClick: () => void;
  children: ReactNode;
}

function Action({ label, name, color = "gray", onClick, children }: ActionProps) {
  return (
    <Tip label={label}>
      <ActionIcon variant="subtle" color={color} size="lg" aria-label={`${label} ${name}`} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tip>
  );
}
