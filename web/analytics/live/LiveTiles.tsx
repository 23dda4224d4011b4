import { Skeleton } from "@mantine/core";
import { FigureNote } from "../../ui/elements/FigureNote.tsx";
import { formatCount } from "../../links/core/linkTexts.ts";
import type { LiveView, Span } from "./feed.ts";
import classes from "./LivePage.module.css";

const note =
  "Redirects of this time that are counted by now: all of them, also where the list shows some. Exact; a click comes within about a second. One that comes more than 30 minutes late is in the analytics alone.";

const spans = [
  { label: "Last minute", of: (view: LiveView) => view.minute },
  { label: "Last 15 minutes", of: (view: LiveView) => view.quarter },
  { label: "Last 30 minutes", of: (view: LiveView) => view.half },
] as const;

/** Exact counts of human and bot clicks. */
export function LiveTiles({ view }: { view: LiveView | undefined }) {
  return (
    <dl className={classes.tiles}>
      {spans.map(({ label, of }) => (
        <div key={label} className={`sheet ${classes.tile}`}>
          <dt>
            {label}
            <FigureNote label={label} note={note} />
          </dt>
          {view ? <Figures span={of(view)} /> : <Skeleton component="dd" height={58} m={0} />}
        </div>
      ))}
    </dl>
  );
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

function Figures({ span: { people, bots, since } }: { span: Span }) {
  return (
    <>
      <dd className={classes.value}>
        {formatCount(people)} <span className={classes.unit}>{people === 1 ? "person" : "people"}</span>
      </dd>
      <dd className={classes.note}>
        {formatCount(bots)} {bots === 1 ? "bot" : "bots"}, since {timeFormat.format(since)}
      </dd>
    </>
  );
}
