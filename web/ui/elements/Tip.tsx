import type { ReactNode } from "react";
import classes from "./Tip.module.css";

interface TipProps {
  label: ReactNode;
  children: ReactNode;
  /** Below instead of above. */
  below?: boolean;
  /** Keeps its end at the end of the children: for what stands at the edge of the screen. */
  atEnd?: boolean;
  /** Longer texts get several lines. */
  wide?: boolean;
}

/**
 * A short text while the pointer or the focus is on `children`, for the eye only: whatever it explains has an
 * accessible name of its own. Without the positioning library of Mantine's, which is as large as a whole screen.
 */
export function Tip({ label, children, below = false, atEnd = false, wide = false }: TipProps) {
  return (
    <span className={classes.tip} data-below={below} data-at-end={atEnd} data-wide={wide}>
      {children}
      <span className={classes.bubble} aria-hidden>
        {label}
      </span>
    </span>
  );
}
