import { Skeleton, Tooltip } from "@mantine/core";
import { IconAppWindow, IconInfoCircle, IconPointer, IconUsers, IconWorld } from "@tabler/icons-react";
import type { LinkStatsQuery } from "../graphql/generated/graphql.ts";
import { formatCount } from "../links/linkTexts.ts";
import classes from "./StatTiles.module.css";

type Stats = LinkStatsQuery["linkStats"];

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

export function StatTiles({ stats }: { stats: Stats | undefined }) {
  return (
    <dl className={classes.tiles}>
      {tiles.map(({ key, label, icon: Icon, note }) => (
        <div key={key} className={classes.tile}>
          <dt className={classes.label}>
            <Icon size={17} aria-hidden />
            {label}
            {note && (
              <Tooltip label={note} multiline w={240} events={{ hover: true, focus: true, touch: true }}>
                <button type="button" className={classes.note} aria-label={`About ${label}: ${note}`}>
                  <IconInfoCircle size={15} aria-hidden />
                </button>
              </Tooltip>
            )}
          </dt>
          <dd className={classes.value}>{stats ? formatCount(stats[key]) : <Skeleton height={34} width={80} />}</dd>
        </div>
      ))}
    </dl>
  );
}
