import { IconInfoCircle } from "./icons.ts";
import classes from "./FigureNote.module.css";
import { Tip } from "./Tip.tsx";

/** Info button next to a figure, which explains its meaning, accuracy and delay. */
export function FigureNote({ label, note }: { label: string; note: string }) {
  return (
    <Tip label={note} wide>
      <button type="button" className={classes.note} aria-label={`About ${label}: ${note}`}>
        <IconInfoCircle size={15} aria-hidden />
      </button>
    </Tip>
  );
}
