import { Skeleton } from "@mantine/core";
import type { JudgedFiguresQuery } from "../graphql/generated/graphql.ts";
import { formatCount } from "../links/linkTexts.ts";
import classes from "./BotsPage.module.css";
import { kindLabel, kindNote } from "./texts.ts";

interface KindsProps {
  figures: JudgedFiguresQuery["judgedClicks"]["figures"] | undefined;
  people: boolean;
}

/** How many clicks were judged so, by kind of reason. */
export function Kinds({ figures, people }: KindsProps) {
  return (
    <dl className={classes.tiles}>
      <div className={`sheet ${classes.tile}`}>
        <dt>{people ? "Clicks of people" : "Clicks of bots"}</dt>
        <dd className={classes.value}>{figures ? formatCount(figures.clicks) : <Skeleton height={34} width={80} />}</dd>
        <dd className={classes.note}>
          {figures && `${formatCount(figures.links)} ${figures.links === 1 ? "URL" : "URLs"}`}
        </dd>
      </div>
      {figures?.kinds.map(({ kind, clicks }) => (
        <div key={kind} className={`sheet ${classes.tile}`}>
          <dt>{kindLabel(kind)}</dt>
          <dd className={classes.value}>{formatCount(clicks)}</dd>
          <dd className={classes.note}>{kindNote(kind)}</dd>
        </div>
      ))}
    </dl>
  );
}
