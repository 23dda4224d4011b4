import { Skeleton } from "@mantine/core";
import { IconAppWindow, IconPointer, IconUsers, IconWorld } from "../../ui/elements/icons.ts";
import type { LinkStatsQuery, PreviousLinkStatsQuery } from "../../core/graphql/generated/graphql.ts";
import { formatCount } from "../../links/core/linkTexts.ts";
import { growthText } from "./growth.ts";
import classes from "./StatTiles.module.css";
import { changeOf } from "./spans.ts";
import { FigureNote } from "../../ui/elements/FigureNote.tsx";

type Stats = LinkStatsQuery["linkStats"];
type Before = PreviousLinkStatsQuery["linkStats"];

const tiles = [
  {
    key: "totalClicks",
    label: "Total Clicks",
    icon: IconPointer,
    note: "Visitors who were sent on: people, and bots where they are counted. Exact; shown within about a second.",
  },
  {
    key: "uniqueVisitors",
    label: "Unique Visitors",
    icon: IconUsers,
    note: "Counted per UTC day and added up: visitors can't be recognised from one day to the next. Exact for few, within about 1 % for many thousands a day.",
  },
  {
    key: "countries",
    label: "Countries",
    icon: IconWorld,
    note: "Different countries of these clicks, by the visitor's address (DB-IP). Clicks from nowhere known are left out.",
  },
  {
    key: "browsers",
    label: "Browsers",
    icon: IconAppWindow,
    note: "Different browsers of these clicks, by user agent, whatever their version. Unknown ones are left out.",
  },
] as const;

/** Tiles of a link's figures; `before` contains the figures of the previous period, for comparison. */
export function StatTiles({ stats, before }: { stats: Stats | undefined; before: Before | undefined }) {
  return (
    <dl className={classes.tiles}>
      {tiles.map(({ key, label, icon: Icon, note }) => (
        <div key={key} className={classes.tile}>
          <dt className={classes.label}>
            <Icon size={17} aria-hidden />
            {label}
            <FigureNote label={label} note={note} />
          </dt>
          <dd className={classes.value}>{stats ? formatCount(stats[key]) : <Skeleton height={34} width={80} />}</dd>
          {stats && before && (
            <dd className={classes.change}>
              {growthText(changeOf(stats[key], before[key]), "percent").text} vs. {formatCount(before[key])} before
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
