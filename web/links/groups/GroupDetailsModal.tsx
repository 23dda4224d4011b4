import { useQuery } from "@apollo/client/react";
import { Skeleton } from "@mantine/core";
import { IconChartBar, IconCopy, IconExternalLink } from "../../ui/elements/icons.ts";
import { useCallback } from "react";
import { ConversionTiles } from "../conversions/ConversionTiles.tsx";
import { leadsAndSalesText } from "../conversions/texts.ts";
import { useHasConversions } from "../conversions/useHasConversions.ts";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import { Tiles } from "../../ui/elements/Tiles.tsx";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import type { GroupDetailsQuery } from "../../core/graphql/generated/graphql.ts";
import { GroupDetailsDocument } from "../../core/graphql/generated/graphql.ts";
import { copyShortUrl } from "../core/copyShortUrl.ts";
import { formatCount, shownUrl } from "../core/linkTexts.ts";
import { useOnClicks } from "../../core/live/useOnClicks.ts";
import classes from "./GroupDetailsModal.module.css";

const notes = {
  "Total URLs": "All URLs of the group there are just now, those switched off among them. Exact.",
  "Total Clicks":
    "Visits of people to the URLs that are in the group now, of all time, also from before they were. Exact; shown within about a second.",
  "Average Clicks": "These clicks by these URLs, rounded to hundredths.",
};

interface GroupDetailsModalProps {
  groupId: string;
  /** False while a link's analytics are shown in front of the group. */
  opened: boolean;
  onClose: () => void;
  onAnalytics: (linkId: string) => void;
}

type Stats = GroupDetailsQuery["groupStats"];

const plain = { color: "hop", size: "md" };
const average = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

export default function GroupDetailsModal({ groupId, opened, onClose, onAnalytics }: GroupDetailsModalProps) {
  const withConversions = useHasConversions();
  const { data, error, refetch } = useQuery(GroupDetailsDocument, {
    variables: { id: groupId, withConversions },
    fetchPolicy: "cache-and-network",
  });
  const refresh = useCallback(() => refetch(), [refetch]);
  useOnClicks(null, refresh);
  const stats = data?.groupStats;

  return (
    <Dialog opened={opened} onClose={onClose} size={720} title={data?.group.name ?? "Group"}>
      {error && !data ? (
        <QueryFailure error={error} refetch={refetch} />
      ) : (
        <>
          <Tiles
            figures={{
              "Total URLs": stats && formatCount(stats.totalUrls),
              "Total Clicks": stats && formatCount(stats.totalClicks),
              "Average Clicks": stats && average.format(stats.averageClicks),
            }}
            notes={notes}
          />
          <ConversionTiles groupId={groupId} label="Conversions of the group" />
          {!stats && <Skeleton height={160} radius="md" />}
          {stats?.urls.length === 0 && <p className={classes.none}>No URLs in this group</p>}
          {stats && stats.urls.length > 0 && <Urls urls={stats.urls} onAnalytics={onAnalytics} />}
        </>
      )}
    </Dialog>
  );
}

function Urls({ urls, onAnalytics }: { urls: Stats["urls"]; onAnalytics: (linkId: string) => void }) {
  return (
    <ul className={classes.urls} aria-label="URLs of the group">
      {urls.map((link) => (
        <li key={link.id} className={classes.url}>
          <span className={classes.what}>
            <span className={classes.name}>{link.name}</span>
            <span className={classes.code}>{shownUrl(link)}</span>
          </span>
          <span className={classes.clicks}>
            {typeof link.clicks === "number" ? formatCount(link.clicks) : "–"} {link.clicks === 1 ? "click" : "clicks"}
            {link.conversions && <span className={classes.converted}>{leadsAndSalesText(link.conversions)}</span>}
          </span>
          <IconButton
            {...plain}
            icon={IconCopy}
            label="Copy short URL"
            of={`of ${link.name}`}
            onClick={() => void copyShortUrl(link.fullShortUrl)}
          />
          <IconButton
            {...plain}
            icon={IconChartBar}
            label="View analytics"
            of={`of ${link.name}`}
            onClick={() => onAnalytics(link.id)}
          />
          <IconButton {...plain} icon={IconExternalLink} label="Visit" of={link.name} href={link.fullShortUrl} />
        </li>
      ))}
    </ul>
  );
}
