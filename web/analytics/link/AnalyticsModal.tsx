import { useQuery } from "@apollo/client/react";
import { Anchor, Button, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconExternalLink, IconLink, IconReceipt, IconShare } from "../../ui/elements/icons.ts";
import { Link } from "react-router-dom";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { LinkTitleDocument } from "../../core/graphql/generated/graphql.ts";
import { LinkConversions } from "./LinkConversions.tsx";
import { copyToClipboard } from "../../core/files/clipboard.ts";
import { shownUrl } from "../../links/core/linkTexts.ts";
import { ClicksSince } from "../retention/ClicksSince.tsx";
import { timeZone } from "../../core/live/timeZone.ts";
import { VisitsLeft } from "../../links/core/visits/VisitsLeft.tsx";
import classes from "./AnalyticsModal.module.css";
import { ClickHistory } from "./ClickHistory.tsx";
import { ImportedVisits } from "./ImportedVisits.tsx";
import { LinkCharts } from "./LinkCharts.tsx";
import { StatTiles } from "./StatTiles.tsx";
import { useLinkAnalytics } from "./useLinkAnalytics.ts";
import { useSpans } from "./useSpans.ts";
import { clickFilters } from "./view.ts";
import { useView } from "./useView.ts";
import { ViewControls } from "./ViewControls.tsx";

/** Dialog with all analytics of one link, in its own chunk, which is loaded when it is first opened. */
export default function AnalyticsModal({ linkId, onClose }: { linkId: string; onClose: () => void }) {
  const phone = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const { data, error } = useQuery(LinkTitleDocument, { variables: { id: linkId } });
  return (
    <Dialog
      onClose={onClose}
      size={1120}
      fullScreen={phone}
      centered={false}
      title={
        <span className={classes.title}>
          <span>Click Analytics</span>
          {data && <span className={classes.name}>{data.link.name}</span>}
          {data && <span className={classes.short}>{shownUrl(data.link)}</span>}
        </span>
      }
      classNames={{ content: classes.content ?? "", header: classes.content ?? "" }}
    >
      {error && !data ? (
        <QueryFailure error={error} />
      ) : (
        <Analytics linkId={linkId} fileName={data?.link.shortUrl ?? "link"} shortUrl={data?.link.fullShortUrl} />
      )}
    </Dialog>
  );
}

interface AnalyticsProps {
  linkId: string;
  fileName: string;
  shortUrl: string | undefined;
}

function Analytics({ linkId, fileName, shortUrl }: AnalyticsProps) {
  const { view, change, filterBy } = useView();
  const { stats, before, error, refetch } = useLinkAnalytics(linkId, view);
  const { span, before: spanBefore } = useSpans(view);
  const common = { linkId, tz: timeZone, bots: view.bots, filters: clickFilters(view) };
  const question = { ...common, range: span };
  const questionBefore = spanBefore && { ...common, range: spanBefore };
  const narrowed = span !== null || Object.keys(view.filter).length > 0;
  return (
    <Stack gap={12}>
      <VisitsLeft linkId={linkId} />
      <ViewControls view={view} onChange={change} onFilter={filterBy} />
      <ClicksSince from={span?.from} />
      {error ? (
        <QueryFailure error={error} refetch={refetch} />
      ) : (
        <>
          <StatTiles stats={stats} before={before} />
          {/* A link without clicks has no charts; the history shows the empty state. */}
          {stats?.totalClicks !== 0 && (
            <LinkCharts
              linkId={linkId}
              question={question}
              questionBefore={questionBefore}
              stats={stats}
              before={before}
              fileName={fileName}
              onFilter={filterBy}
            />
          )}
        </>
      )}
      <LinkConversions question={question} before={questionBefore} />
      <ClickHistory
        key={JSON.stringify([span, view.filter])}
        linkId={linkId}
        span={span}
        filter={view.filter}
        fileName={fileName}
        narrowed={narrowed}
      />
      <ImportedVisits linkId={linkId} fileName={fileName} />
      <div className={classes.foot}>
        <p className={classes.notes}>
          {view.bots ? "Figures and charts count people and bots" : "Figures and charts count people"}; the history also
          shows bots, marked as such.{" "}
          <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" inherit>
            IP Geolocation by DB-IP
          </Anchor>
        </p>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconLink size={15} aria-hidden />}
          onClick={() => void copyToClipboard(window.location.href)}
        >
          Copy link to this view
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          component={Link}
          to={`/settings/shares?new=link:${linkId}`}
          leftSection={<IconShare size={15} aria-hidden />}
        >
          Share
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          component={Link}
          to={`/analytics/ledger?link=${linkId}`}
          leftSection={<IconReceipt size={15} aria-hidden />}
        >
          Ledger
        </Button>
        {shortUrl !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            component="a"
            href={shortUrl}
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink size={15} aria-hidden />}
          >
            Visit
          </Button>
        )}
      </div>
    </Stack>
  );
}
