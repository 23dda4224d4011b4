import { Badge, Skeleton } from "@mantine/core";
import { useId } from "react";
import { Flag } from "../link/Flag.tsx";
import { formatCount, peopleText } from "../../links/core/linkTexts.ts";
import classes from "./OrphansPage.module.css";
import { requestedUrlText, reasonTexts } from "./reasonTexts.ts";
import type { LiveMisses } from "./useOrphans.ts";

/** The newest visits, live. */
export function LiveList({ live }: { live: LiveMisses | undefined }) {
  const titleId = useId();
  return (
    <section className={`sheet ${classes.card}`} aria-labelledby={titleId}>
      <div className={classes.cardHead}>
        <h2 id={titleId}>Last 30 minutes</h2>
        {live && (
          <span className={classes.note}>
            {peopleText(live.people)}, {formatCount(live.bots)} {live.bots === 1 ? "bot" : "bots"}
          </span>
        )}
      </div>
      {!live && <Skeleton height={240} radius="md" />}
      {live?.visits.length === 0 && <p className={classes.none}>No visit led nowhere in the last 30 minutes.</p>}
      {live && live.visits.length > 0 && (
        // The list may scroll, so it must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol className={classes.visits} tabIndex={0} aria-labelledby={titleId}>
          {keyed(live.visits).map(({ key, visit }) => (
            <VisitRow key={key} visit={visit} />
          ))}
        </ol>
      )}
    </section>
  );
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

type Visit = LiveMisses["visits"][number];

/** Assigns React keys to visits: they have no ids, so identical ones are numbered from the oldest. */
function keyed(visits: readonly Visit[]): { key: string; visit: Visit }[] {
  const seen = new Map<string, number>();
  return visits
    .toReversed()
    .map((visit) => {
      const text = [visit.at, visit.host, visit.path, visit.reason].join(" ");
      const number = seen.get(text) ?? 0;
      seen.set(text, number + 1);
      return { key: `${text} ${number}`, visit };
    })
    .toReversed();
}

function VisitRow({ visit }: { visit: Visit }) {
  const { at, reason, country, countryCode, device, browser, operatingSystem, referrer, isBot } = visit;
  const about = [country || "Unknown place", device, browser, operatingSystem, referrer && `from ${referrer}`];
  return (
    <li className={classes.visit}>
      <time dateTime={at}>{timeFormat.format(new Date(at))}</time>
      <span className={classes.what}>
        <span className={classes.asked}>
          <span className={classes.requestedUrlText}>{requestedUrlText(visit)}</span>
          <Badge variant="light" color="gray" size="sm">
            {reasonTexts[reason].label}
          </Badge>
          {isBot && (
            <Badge size="sm" color="gray" variant="light">
              Bot
            </Badge>
          )}
        </span>
        <span className={classes.about}>
          <Flag code={countryCode} />
          {about.filter((text) => text !== "" && text !== "Unknown").join(" · ")}
        </span>
      </span>
    </li>
  );
}
