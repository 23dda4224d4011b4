import { Button, Skeleton } from "@mantine/core";
import { useId } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { Flag } from "../link/Flag.tsx";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import type { LedgerPart, LedgerRequestsQuery } from "../../core/graphql/generated/graphql.ts";
import { shownUrl } from "../../links/core/linkTexts.ts";
import classes from "./LedgerPage.module.css";
import { partTexts, reasonLabel } from "./partTexts.ts";
import { type LedgerView, useRequests } from "./useLedger.ts";

interface RequestListProps {
  view: LedgerView;
  part: LedgerPart;
  reason: string | null;
}

/** The single requests of a part, newest first, paginated. */
export function RequestList({ view, part, reason }: RequestListProps) {
  const titleId = useId();
  const { requests, error, refetch, more, isLoadingMore } = useRequests(view, part, reason);
  const title = partTexts[part].label + (reason === null ? "" : `: ${reasonLabel(part, reason)}`);
  return (
    <section className={`sheet ${classes.card}`} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {error && <QueryFailure error={error} refetch={refetch} />}
      {!error && !requests && <Skeleton height={300} radius="md" />}
      {requests?.length === 0 && <p className={classes.note}>There are none any more.</p>}
      {requests && requests.length > 0 && (
        <ol className={classes.requests} aria-labelledby={titleId}>
          {requests.map((one) => (
            <RequestRow key={one.id} request={one} />
          ))}
        </ol>
      )}
      {more && (
        <Button variant="default" size="sm" loading={isLoadingMore} onClick={() => void more().catch(() => undefined)}>
          Show more
        </Button>
      )}
    </section>
  );
}

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

function RequestRow({ request }: { request: LedgerRequestsQuery["ledger"]["requests"]["requests"][number] }) {
  const { at, link, code, explanation, country, countryCode, city, device, browser, operatingSystem, isp, referrer } =
    request;
  const [query] = useSearchParams();
  const analytics = (linkId: string) => {
    const next = new URLSearchParams(query);
    next.set("analytics", linkId);
    return next.toString();
  };
  const place = [city, country].filter((text) => text !== "").join(", ") || "Unknown place";
  const about = [place, device, browser, operatingSystem, isp, referrer && `from ${referrer}`];
  return (
    <li className={classes.request}>
      <span className={classes.asked}>
        {link ? (
          <Link to={`?${analytics(link.id)}`} title={link.name}>
            {shownUrl(link)}
          </Link>
        ) : (
          <span>{code || "No URL"}</span>
        )}
        <time dateTime={at}>{timeFormat.format(new Date(at))}</time>
      </span>
      <span>{explanation}</span>
      <span className={classes.note}>
        <Flag code={countryCode} />
        {about.filter((text) => text !== "" && text !== "Unknown").join(" · ")}
      </span>
    </li>
  );
}
