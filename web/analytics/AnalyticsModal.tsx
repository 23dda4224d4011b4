import { useQuery } from "@apollo/client/react";
import { Anchor, Modal, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ErrorBanner } from "../errors/ErrorBanner.tsx";
import { failureOf } from "../errors/failure.ts";
import { LinkTitleDocument } from "../graphql/generated/graphql.ts";
import { displayUrl } from "../links/linkTexts.ts";
import classes from "./AnalyticsModal.module.css";
import { ClickHistory } from "./ClickHistory.tsx";
import { LinkCharts } from "./LinkCharts.tsx";
import { StatTiles } from "./StatTiles.tsx";
import { useLinkAnalytics } from "./useLinkAnalytics.ts";

/** Everything about the clicks of one link. Its own chunk: no page carries it before it is asked for. */
export default function AnalyticsModal({ linkId, onClose }: { linkId: string; onClose: () => void }) {
  const phone = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const { data, error } = useQuery(LinkTitleDocument, { variables: { id: linkId } });
  return (
    <Modal
      opened
      onClose={onClose}
      size={1120}
      fullScreen={phone}
      centered={false}
      title={
        <span className={classes.title}>
          <span>Click Analytics</span>
          {data && <span className={classes.name}>{data.link.name}</span>}
          {data && <span className={classes.short}>{displayUrl(data.link.fullShortUrl)}</span>}
        </span>
      }
      classNames={{ content: classes.content ?? "", header: classes.content ?? "" }}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {error && !data ? <Unavailable error={error} /> : <Analytics linkId={linkId} />}
    </Modal>
  );
}

function Analytics({ linkId }: { linkId: string }) {
  const { stats, error, refetch } = useLinkAnalytics(linkId);
  return (
    <Stack gap={12}>
      {error ? (
        <Unavailable error={error} onRetry={() => void refetch().catch(() => undefined)} />
      ) : (
        <>
          <StatTiles stats={stats} />
          {/* Without a click there is nothing to draw: the history says so. */}
          {stats?.totalClicks !== 0 && <LinkCharts stats={stats} />}
        </>
      )}
      <ClickHistory linkId={linkId} />
      <p className={classes.notes}>
        Figures and charts count people; the history also shows bots, marked as such.{" "}
        <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" inherit>
          IP Geolocation by DB-IP
        </Anchor>
      </p>
    </Stack>
  );
}

function Unavailable({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { type, message } = failureOf(error);
  return <ErrorBanner type={type} message={message} onRetry={onRetry} />;
}
