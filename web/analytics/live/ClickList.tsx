import { Badge, Skeleton } from "@mantine/core";
import { useId } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { Flag } from "../link/Flag.tsx";
import type { LiveClick, LiveView } from "./feed.ts";
import classes from "./LivePage.module.css";

/** The newest clicks; only a sample if there are many clicks. */
export function ClickList({ view }: { view: LiveView | undefined }) {
  const titleId = useId();
  return (
    <section className={`sheet ${classes.list}`} aria-labelledby={titleId}>
      <div className={classes.listHead}>
        <h2 id={titleId}>Latest clicks</h2>
        {view?.isSampled && <Badge variant="light">A sample</Badge>}
      </div>
      {!view && <Skeleton height={300} radius="md" />}
      {view?.clicks.length === 0 && <p className={classes.none}>No clicks in the last 30 minutes.</p>}
      {view && view.clicks.length > 0 && (
        <ol className={classes.clicks} aria-labelledby={titleId}>
          {view.clicks.map((click) => (
            <Row key={click.id} click={click} />
          ))}
        </ol>
      )}
    </section>
  );
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

function Row({ click }: { click: LiveClick }) {
  const [query] = useSearchParams();
  const { linkId, linkName, code, countryCode, city, regionName, country, isBot } = click;
  const analytics = new URLSearchParams(query);
  analytics.set("analytics", linkId);
  const place = [...new Set([city, regionName, country])].filter((text) => text !== "").join(", ");
  const about = [click.device, click.browser, click.operatingSystem, click.referrer && `from ${click.referrer}`];
  return (
    <li className={classes.click}>
      <time dateTime={click.timestamp}>{timeFormat.format(new Date(click.timestamp))}</time>
      <span className={classes.what}>
        <span className={classes.link}>
          {linkName === "" ? "A deleted URL" : <Link to={`?${analytics.toString()}`}>{linkName}</Link>}
          {code !== "" && <span className={classes.code}>{code}</span>}
          {isBot && (
            <Badge size="sm" color="gray" variant="light">
              Bot
            </Badge>
          )}
        </span>
        <span className={classes.about}>
          <Flag code={countryCode} />
          {[place || "Unknown place", ...about].filter((text) => text !== "" && text !== "Unknown").join(" · ")}
        </span>
      </span>
    </li>
  );
}
