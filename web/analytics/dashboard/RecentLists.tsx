import { Anchor, Button, Skeleton } from "@mantine/core";
import { IconFolderPlus, IconLinkPlus } from "../../ui/elements/icons.ts";
import type { ReactNode } from "react";
import { useId } from "react";
import { Link } from "react-router-dom";
import type { RecentGroupsQuery, RecentLinksQuery } from "../../core/graphql/generated/graphql.ts";
import { EmptyState } from "../../ui/elements/EmptyState.tsx";
import { formatCount, shownUrl } from "../../links/core/linkTexts.ts";
import classes from "./DashboardPage.module.css";

type RecentLink = RecentLinksQuery["links"]["edges"][number]["node"];
type RecentGroup = RecentGroupsQuery["groups"][number];

export function RecentUrls({ links }: { links: readonly RecentLink[] | undefined }) {
  return (
    <ListCard title="Recent URLs" all="/urls" loading={links === undefined}>
      {links?.length === 0 && (
        <EmptyState inCard icon={<IconLinkPlus size={30} stroke={1.5} aria-hidden />} title="No URLs yet">
          <p>A short URL takes a few seconds.</p>
          <Button component={Link} to="/urls?new=1" variant="light">
            Create your first URL
          </Button>
        </EmptyState>
      )}
      {links && links.length > 0 && (
        <ul className={classes.list}>
          {links.map((link) => (
            <li key={link.id}>
              <Link className={classes.row} to={`?analytics=${link.id}`}>
                <span className={classes.what}>
                  <span className={classes.name}>{link.name}</span>
                  <span className={classes.code}>{link.domain ? shownUrl(link) : link.shortUrl}</span>
                </span>
                <span className={classes.count}>{clicksText(link.clicks)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ListCard>
  );
}

export function RecentGroups({ groups }: { groups: readonly RecentGroup[] | undefined }) {
  return (
    <ListCard title="Recent Groups" all="/groups" loading={groups === undefined}>
      {groups?.length === 0 && (
        <EmptyState inCard icon={<IconFolderPlus size={30} stroke={1.5} aria-hidden />} title="No groups yet">
          <p>Groups keep the URLs of one campaign together.</p>
          <Button component={Link} to="/groups?new=1" variant="light">
            Create your first group
          </Button>
        </EmptyState>
      )}
      {groups && groups.length > 0 && (
        <ul className={classes.list}>
          {groups.map((group) => (
            <li key={group.id}>
              <Link className={classes.row} to={`?group=${group.id}`}>
                <span className={classes.what}>
                  <span className={classes.name}>{group.name}</span>
                  <span className={classes.sub}>
                    {formatCount(group.urlCount)} {group.urlCount === 1 ? "URL" : "URLs"}
                  </span>
                </span>
                <span className={classes.count}>{clicksText(group.clicks)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ListCard>
  );
}

interface ListCardProps {
  title: string;
  /** Path of the page with the full list. */
  all: string;
  loading: boolean;
  children: ReactNode;
}

function ListCard({ title, all, loading, children }: ListCardProps) {
  const titleId = useId();
  return (
    <section className={`sheet ${classes.card}`} aria-labelledby={titleId}>
      <div className={classes.cardHead}>
        <h2 id={titleId} className={classes.cardTitle}>
          {title}
        </h2>
        <Anchor component={Link} to={all} size="sm" fw={600} aria-label={`View all of ${title}`}>
          View all
        </Anchor>
      </div>
      {loading ? <Skeleton height={250} radius="md" /> : children}
    </section>
  );
}

function clicksText(clicks: number | null | undefined): string {
  if (typeof clicks !== "number") return "– clicks";
  return `${formatCount(clicks)} ${clicks === 1 ? "click" : "clicks"}`;
}
