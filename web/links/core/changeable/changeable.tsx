import { Checkbox } from "@mantine/core";
import { createContext, type ReactNode, use } from "react";
import classes from "./changeable.module.css";

/** State of the bulk edit form, which changes only selected fields. */
export interface Several {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (fields: readonly string[], wanted: boolean) => void;
  /** A URL whose campaign parameters are applied to every destination. */
  readonly utmUrl: string;
  readonly setUtmUrl: (url: string) => void;
}

export const SeveralContext = createContext<Several | null>(null);

/** Returns the bulk edit state; null in the form of one link. */
export function useSeveral(): Several | null {
  return use(SeveralContext);
}

interface ChangeableProps {
  /** The field's name in errors and inputs. */
  field: string;
  label: string;
  children: ReactNode;
}

/** A field of a link's form; in the bulk edit form it is shown once it is selected. */
export function Changeable({ field, label, children }: ChangeableProps) {
  const several = useSeveral();
  if (!several) return children;
  const isChosen = several.chosen.has(field);
  return (
    <div className={classes.changeable}>
      <Checkbox
        size="sm"
        label={label}
        // Names the checkbox differently from the field, which has the same label.
        aria-label={`Change ${label}`}
        checked={isChosen}
        onChange={(event) => several.choose([field], event.currentTarget.checked)}
      />
      {isChosen && <div className={classes.field}>{children}</div>}
    </div>
  );
}

/** Hides its children in the bulk edit form, for fields that can't be the same for several links. */
export function OfOneLink({ children }: { children: ReactNode }) {
  return useSeveral() ? null : children;
}
