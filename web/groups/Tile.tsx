import { Skeleton } from "@mantine/core";
import classes from "./GroupDetailsModal.module.css";

interface TileProps {
  label: string;
  /** Not known yet: null or undefined. */
  value: string | null | undefined;
  /** Words, or sums in several currencies, which are longer than a count. */
  isText?: boolean;
}

export function Tile({ label, value, isText = false }: TileProps) {
  return (
    <div className={classes.tile}>
      <dt>{label}</dt>
      <dd data-text={isText || undefined}>{value ?? <Skeleton height={30} width={60} />}</dd>
    </div>
  );
}
