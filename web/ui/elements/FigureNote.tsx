import { IconInfoCircle } from "./icons.ts";
import classes from "./FigureNote.module.css";
import { Tip } from "./Tip.tsx";

/** Info button beside a figure: what it counts, how exact it is, and how fresh. */
export function FigureNote({ label, note }: { label: string; note: string }) {
  return (
    <Tip label={note} wide>
      <button type="button" className={classes.note} aria-label={`About ${label}: ${note}`}>
        <IconInfoCircle size={15} aria-hidden />
      </button>
    </Tip>
  );
}
