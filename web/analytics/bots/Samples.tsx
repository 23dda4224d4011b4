import { Skeleton } from "@mantine/core";
import { useId } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { Flag } from "../link/Flag.tsx";
import type { ClassifiedSamplesQuery } from "../../core/graphql/generated/graphql.ts";
import { shownUrl } from "../../links/core/linkTexts.ts";
import classes from "./BotsPage.module.css";
import { nameOf } from "./texts.ts";

type Sample = ClassifiedSamplesQuery["classifiedClicks"]["samples"][number];

/** The newest clicks, each with the inputs of its classification. */
export function Samples({ samples }: { samples: readonly Sample[] | undefined }) {
  const titleId = useId();
  return (
    <section className={`sheet ${classes.card}`} aria-labelledby={titleId}>
      <div className={classes.cardHead}>
        <h2 id={titleId}>Newest clicks</h2>
      </div>
      {!samples && <Skeleton height={240} radius="md" />}
      {samples?.length === 0 && <p className={classes.none}>No clicks</p>}
      {samples && samples.length > 0 && (
        <ol className={classes.values} aria-labelledby={titleId}>
          {samples.map((sample) => (
            <SampleRow key={sample.id} sample={sample} />
          ))}
        </ol>
      )}
    </section>
  );
}

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

function SampleRow({ sample }: { sample: Sample }) {
  const { timestamp, botReason, rulesVersion, userAgent, network, isp, referrer, country, countryCode, link } = sample;
  const about = [
    country || "Unknown place",
    nameOf("network", { value: network, name: isp, reasons: [] }),
    referrer && `from ${referrer}`,
    rulesVersion > 0 && `rules ${rulesVersion}`,
  ];
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.sampleHead}>
          <time dateTime={timestamp}>{timeFormat.format(new Date(timestamp))}</time>
          {link && <LinkTo link={link} />}
          {botReason !== "" && <span className={classes.reason}>{botReason}</span>}
        </span>
        <span className={classes.agent}>
          {nameOf("agent", { value: userAgent, name: userAgent, reasons: [botReason] })}
        </span>
        <span className={classes.about}>
          <Flag code={countryCode} />
          {about.filter(Boolean).join(" · ")}
        </span>
      </span>
    </li>
  );
}

/** Opens the link's analytics above the page. */
function LinkTo({ link }: { link: NonNullable<Sample["link"]> }) {
  const [query] = useSearchParams();
  const analytics = new URLSearchParams(query);
  analytics.set("analytics", link.id);
  return (
    <Link to={`?${analytics.toString()}`} title={link.name}>
      {shownUrl(link)}
    </Link>
  );
}
