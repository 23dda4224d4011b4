import { Skeleton } from "@mantine/core";
import { FigureNote } from "./FigureNote.tsx";
import classes from "./Tiles.module.css";

interface TilesProps {
  /** Names of figures and what they say; none while that isn't known. */
  figures: Readonly<Record<string, string | null | undefined>>;
  /** The small print of figures, by their names. */
  notes?: Readonly<Record<string, string>>;
  /** Where the figures are no numbers, but texts that may be long. */
  isOfTexts?: boolean;
  /** For those who don't see what stands around them. */
  label?: string;
}

/** Figures, side by side. */
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
