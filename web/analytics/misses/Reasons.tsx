import { Skeleton, UnstyledButton, VisuallyHidden } from "@mantine/core";
import type { MissFiguresQuery, MissReason } from "../../core/graphql/generated/graphql.ts";
import { FigureNote } from "../../ui/elements/FigureNote.tsx";
import { formatCount } from "../../links/core/linkTexts.ts";
import classes from "./OrphansPage.module.css";
import { reasonTexts } from "./reasonTexts.ts";

const allNote =
  "Requests that were answered and led nowhere: people alone unless bots are counted. Each has one reason; the reasons add up to all. Exact; shown within about a second, and for as long as visits are kept.";

interface ReasonsProps {
  figures: MissFiguresQuery["misses"]["figures"] | undefined;
  bots: boolean;
  onPick: (reason: MissReason) => void;
}

/** Counts of orphan visits by reason. Selecting a reason filters the page by it. */
export function Reasons({ figures, bots, onPick }: ReasonsProps) {
  const shown = (figures?.reasons ?? [])
    .map((row) => ({ ...row, visits: row.people + (bots ? row.bots : 0) }))
    .filter(({ visits }) => visits > 0);
  return (
    <div className={classes.tiles}>
      <dl className={`sheet ${classes.tile} ${classes.total}`}>
        <dt>
          All visits
          <FigureNote label="All visits" note={allNote} />
        </dt>
        <dd className={classes.value}>{figures ? formatCount(figures.visits) : <Skeleton height={34} width={80} />}</dd>
        <dd className={classes.note}>
          {figures && !bots && `${formatCount(figures.bots)} more of bots`}
          {figures && bots && `${formatCount(figures.people)} of people`}
        </dd>
      </dl>
      {shown.map(({ reason, visits }) => {
        const { label, note } = reasonTexts[reason];
        return (
          <UnstyledButton
            key={reason}
            className={`sheet ${classes.tile} ${classes.reason}`}
            onClick={() => onPick(reason)}
          >
            <span className={classes.label}>
              <VisuallyHidden>Show only </VisuallyHidden>
              {label}
            </span>
            <span className={classes.value}>{formatCount(visits)}</span>
            <span className={classes.note}>{note}</span>
          </UnstyledButton>
        );
      })}
    </div>
  );
}
