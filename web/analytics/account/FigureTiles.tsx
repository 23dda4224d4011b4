import { Skeleton } from "@mantine/core";
import { IconPointer, IconRobot, IconUsers } from "../../ui/elements/icons.ts";
import { FigureNote } from "../../ui/elements/FigureNote.tsx";
import type { AccountFiguresQuery } from "../../core/graphql/generated/graphql.ts";
import { formatCount } from "../../links/core/linkTexts.ts";
import { growthText } from "../link/growth.ts";
import classes from "../link/StatTiles.module.css";
import { changeOf } from "../link/spans.ts";

type Figures = AccountFiguresQuery["analytics"]["figures"];

const tiles = [
  {
    key: "clicks",
    label: "Clicks",
    icon: IconPointer,
    note: "Visitors who were sent on, people alone unless bots are counted. Exact, and shown within about a second.",
  },
  {
    key: "uniqueVisitors",
    label: "Unique visitors",
    icon: IconUsers,
    note: "Told apart within one UTC day and added up over the days. Exact for few, within about 1 % for many thousands a day.",
  },
  {
    key: "bots",
    label: "Bots",
    icon: IconRobot,
    note: "Visits of programs, by named rules over user agent and headers. Exact; kept apart from people.",
  },
] as const;

/** Tiles of the account's figures; `before` contains the figures of the previous period, for comparison. */
export function FigureTiles({ figures, before }: { figures: Figures | undefined; before: Figures | undefined }) {
  return (
    <dl className={classes.tiles}>
      {tiles.map(({ key, label, icon: Icon, note }) => (
        <div key={key} className={classes.tile}>
          <dt className={classes.label}>
            <Icon size={17} aria-hidden />
            {label}
            <FigureNote label={label} note={note} />
          </dt>
          <dd className={classes.value}>{figures ? formatCount(figures[key]) : <Skeleton height={34} width={80} />}</dd>
          {figures && before && (
            <dd className={classes.change}>
              {growthText(changeOf(figures[key], before[key]), "percent").text} vs. {formatCount(before[key])} before
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
