import { Skeleton } from "@mantine/core";
import { FigureNote } from "./FigureNote.tsx";
import classes from "./Tiles.module.css";

interface TilesProps {
  /** Figures by name; null or undefined while the value isn't known. */
  figures: Readonly<Record<string, string | null | undefined>>;
  /** Explanations of figures, by name. */
  notes?: Readonly<Record<string, string>>;
  /** Whether the figures are texts that may be long, instead of numbers. */
  isOfTexts?: boolean;
  /** Accessible name. */
  label?: string;
}

/** A row of figures. */
export function Tiles({ figures, notes, isOfTexts = false, label }: TilesProps) {
  return (
    <dl className={classes.tiles} aria-label={label} data-of-texts={isOfTexts || undefined}>
      {Object.entries(figures).map(([name, value]) => (
        <div key={name} className={classes.tile}>
          <dt>
            {name}
            {notes?.[name] !== undefined && <FigureNote label={name} note={notes[name]} />}
          </dt>
          <dd>{value ?? <Skeleton height={isOfTexts ? 24 : 30} width={isOfTexts ? 80 : 60} />}</dd>
        </div>
      ))}
    </dl>
  );
}
