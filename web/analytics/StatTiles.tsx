import { Skeleton } from "@mantine/core";
import { IconAppWindow, IconInfoCircle, IconPointer, IconUsers, IconWorld } from "@tabler/icons-react";
import type { LinkStatsQuery, PreviousLinkStatsQuery } from "../graphql/generated/graphql.ts";
import { formatCount } from "../links/linkTexts.ts";
import { growthText } from "./growth.ts";
import classes from "./StatTiles.module.css";
import { changeOf } from "./view.ts";
import { Tip } from "../elements/Tip.tsx";

type Stats = LinkStatsQuery["linkStats"];
type Before = PreviousLinkStatsQuery["linkStats"];

const tiles = [
  { key: "totalClicks", label: "Total Clicks", icon: IconPointer, note: null },
  {
    key: "uniqueVisitors",
    label: "Unique Visitors",
    icon: IconUsers,
    note: "Counted per day and added up: visitors can't be recognised from one day to the next.",
  },
  { key: "countries", label: "Countries", icon: IconWorld, note: null },
  { key: "browsers", label: "Browsers", icon: IconAppWindow, note: null },
] as const;

/** `before`: the figures of the time before, to compare with. */
export function StatTiles({ stats, before }: { stats: Stats | undefined; before: Before | undefined }) {
  return (
    <dl className={classes.tiles}>
      {tiles.map(({ key, label, icon: Icon, note }) => (
        <div key={key} className={classes.tile}>
          <dt className={classes.label}>
            <Icon size={17} aria-hidden />
            {label}
            {note && (
              <Tip label={note} wide>
                <button type="button" className={classes.note} aria-label={`About ${label}: ${note}`}>
                  <IconInfoCircle size={15} aria-hidden />
                </button>
              </Tip>
            )}
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
