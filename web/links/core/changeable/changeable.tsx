import { Checkbox } from "@mantine/core";
import { createContext, type ReactNode, use } from "react";
import classes from "./changeable.module.css";

/** What the form of several links adds to that of one: each field stays as it is in each link until it is chosen. */
export interface Several {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (fields: readonly string[], wanted: boolean) => void;
  /** A URL with the campaign parameters that destinations get, whatever these are. */
  readonly utmUrl: string;
  readonly setUtmUrl: (url: string) => void;
}

export const SeveralContext = createContext<Several | null>(null);

/** Null in the form of one link. */
export function useSeveral(): Several | null {
  return use(SeveralContext);
}

interface ChangeableProps {
  /** As errors and inputs name it. */
  field: string;
  label: string;
  children: ReactNode;
}

/** A field of the form of a link: in that of several links it comes up once it is chosen. */
export function Changeable({ field, label, children }: ChangeableProps) {
  const several = useSeveral();
  if (!several) return children;
  const isChosen = several.chosen.has(field);
  return (
    <div className={classes.changeable}>
      <Checkbox
        size="sm"
        label={label}
        // The field itself has the same label.
        aria-label={`Change ${label}`}
        checked={isChosen}
        onChange={(event) => several.choose([field], event.currentTarget.checked)}
      />
      {isChosen && <div className={classes.field}>{children}</div>}
    </div>
  );
}

/** What can't be the same of several links. */
export function OfOneLink({ children }: { children: ReactNode }) {
  return useSeveral() ? null : children;
}
