import { Anchor, Badge, Button } from "@mantine/core";
import { IconCopy, IconUnlink } from "../../ui/elements/icons.ts";
import type { ReactNode } from "react";
import { leadsAndSalesText, revenueText } from "../conversions/texts.ts";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import type { LinkSortField } from "../../core/graphql/generated/graphql.ts";
import { copyShortUrl } from "./copyShortUrl.ts";
import type { ListedLink } from "./listedLink.ts";
import { deadText } from "./destinations.ts";
import { formatCount, formatDate, shownUrl } from "./linkTexts.ts";
import type { RowActions } from "./rowActions.ts";
import { TagPills } from "../tags/TagPills.tsx";
import { stateBadgeOf } from "./stateTexts.ts";
import type { ColumnKey } from "./view/columnKeys.ts";
import classes from "./LinkTable.module.css";

export interface Column {
  readonly label: string;
  /** The server's sort field of this column. */
  readonly sort?: LinkSortField;
  /** Minimum width in pixels; columns that grow share the remaining width. */
  readonly width: number;
  readonly grows?: boolean;
  readonly atEnd?: boolean;
  readonly cell: (link: ListedLink, on: RowActions) => ReactNode;
}

/**
 * The table's columns. A new column needs an entry here and a column key. The default columns fit next to the menu in a
 * window of 1,280 pixels.
 */
export const columns: Readonly<Record<ColumnKey, Column>> = {
  name: {
    label: "Name",
    sort: "name",
    width: 120,
    grows: true,
    cell: (link) => (
      <span className={classes.name} title={link.name}>
        {link.name}
      </span>
    ),
  },
  shortUrl: {
    label: "Short URL",
    width: 170,
    cell: (link) => (
      <span className={classes.short}>
        <span className={classes.code} title={link.fullShortUrl}>
          <bdi>{shownUrl(link)}</bdi>
        </span>
        <IconButton
          icon={IconCopy}
          iconSize={16}
          label="Copy short URL"
          of={`of ${link.name}`}
          color="hop"
          size="sm"
          onClick={() => void copyShortUrl(link.fullShortUrl)}
        />
      </span>
    ),
  },
  destination: {
    label: "Destination",
    sort: "destination",
    width: 120,
    grows: true,
    cell: (link) => {
      const dead = deadText(link.destination);
      return (
        <>
          {dead !== null && <IconUnlink className={classes.dead ?? ""} size={15} role="img" aria-label={dead} />}
          <Anchor
            className={classes.target ?? ""}
            href={link.originalUrl}
            target="_blank"
            rel="noreferrer"
            title={[dead, link.destination?.title, link.originalUrl].filter(Boolean).join("\n")}
          >
            {link.originalUrl}
          </Anchor>
        </>
      );
    },
  },
  group: {
    label: "Group",
    sort: "group",
    width: 88,
    cell: ({ group }, on) =>
      group && (
        <Button
          className={classes.group ?? ""}
          variant="default"
          size="compact-xs"
          radius="xl"
          aria-label={`Show group ${group.name}`}
          onClick={() => on.group(group.id)}
        >
          {group.name}
        </Button>
      ),
  },
  tags: {
    label: "Tags",
    sort: "tags",
    width: 100,
    cell: (link, on) => <TagPills tags={link.tags} of={link.name} oneLine onPick={on.tag} />,
  },
  state: {
    label: "State",
    sort: "state",
    width: 88,
    cell: (link) => {
      const badge = stateBadgeOf(link);
      const isOn = link.isActive && badge === undefined;
      return (
        <Badge variant={badge === undefined ? "light" : "default"} color={isOn ? "hop" : "gray"} tt="none">
          {badge ?? (link.isActive ? "Active" : "Inactive")}
          {link.isArchived ? ", archived" : ""}
        </Badge>
      );
    },
  },
  clicks: {
    label: "Clicks",
    sort: "clicks",
    width: 80,
    atEnd: true,
    cell: ({ clicks }) => <span className={classes.count}>{clicks === null ? "–" : formatCount(clicks)}</span>,
  },
  conversions: {
    label: "Conversions",
    width: 100,
    atEnd: true,
    cell: ({ conversions }) =>
      conversions && (
        <span className={classes.count} title={leadsAndSalesText(conversions)}>
          {formatCount(conversions.leads + conversions.sales)}
        </span>
      ),
  },
  revenue: {
    label: "Revenue",
    width: 120,
    atEnd: true,
    cell: ({ conversions }) => {
      const revenue = conversions && revenueText(conversions.revenue);
      return (
        <span className={classes.count} title={revenue ?? ""}>
          {revenue ?? ""}
        </span>
      );
    },
  },
  created: { label: "Created", sort: "created", width: 118, cell: (link) => formatDate(link.createdAt) },
  expires: {
    label: "Expires",
    sort: "expires",
    width: 118,
    cell: ({ expiresAt }) => (expiresAt === null ? "" : formatDate(expiresAt)),
  },
  note: { label: "Note", sort: "note", width: 200, cell: ({ note }) => <span title={note ?? ""}>{note}</span> },
  externalId: {
    label: "External ID",
    sort: "externalId",
    width: 150,
    cell: ({ externalId }) => <span title={externalId ?? ""}>{externalId}</span>,
  },
  domain: {
    label: "Domain",
    sort: "domain",
    width: 160,
    cell: ({ domain }) => domain?.displayName ?? "Default domain",
  },
};
