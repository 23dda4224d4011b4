import { Skeleton } from "@mantine/core";
import type { ClassifiedFiguresQuery } from "../../core/graphql/generated/graphql.ts";
import { FigureNote } from "../../ui/elements/FigureNote.tsx";
import { formatCount } from "../../links/core/linkTexts.ts";
import classes from "./BotsPage.module.css";
import { kindLabel, kindNote } from "./texts.ts";

const totalNote =
  "Clicks that were judged so, by the rules of their time or by your verdicts since. Exact; shown within about a second.";
const ofKindNote = "Each click has one reason, the first rule that held: the kinds add up to all. Exact.";

interface KindsProps {
  figures: ClassifiedFiguresQuery["classifiedClicks"]["figures"] | undefined;
  people: boolean;
}

/** Number of clicks with this classification, by kind of reason. */
export function Kinds({ figures, people }: KindsProps) {
  const label = people ? "Clicks of people" : "Clicks of bots";
  return (
    <dl className={classes.tiles}>
      <div className={`sheet ${classes.tile}`}>
        <dt>
          {label}
          <FigureNote label={label} note={totalNote} />
        </dt>
        <dd className={classes.value}>{figures ? formatCount(figures.clicks) : <Skeleton height={34} width={80} />}</dd>
        <dd className={classes.note}>
          {figures && `${formatCount(figures.links)} ${figures.links === 1 ? "URL" : "URLs"}`}
        </dd>
      </div>
      {figures?.kinds.map(({ kind, clicks }) => (
        <div key={kind} className={`sheet ${classes.tile}`}>
          <dt>
            {kindLabel(kind)}
            <FigureNote label={kindLabel(kind)} note={ofKindNote} />
          </dt>
          <dd className={classes.value}>{formatCount(clicks)}</dd>
          <dd className={classes.note}>{kindNote(kind)}</dd>
        </div>
      ))}
    </dl>
  );
}
