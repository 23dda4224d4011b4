import { UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "../../../ui/elements/icons.ts";
import { type ReactNode, useId, useState } from "react";
import classes from "./Section.module.css";

interface SectionProps {
  title: string;
  /** Short summary of the section's content. */
  summary: string;
  open: boolean;
  /** Whether the section contains an error. */
  wrong: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A collapsible form section. Its content is mounted when it is first opened, and then remains mounted. */
export function Section({ title, summary, open, wrong, onToggle, children }: SectionProps) {
  const id = useId();
  const [made, setMade] = useState(open);
  if (open && !made) setMade(true);
  return (
    <div className={classes.section} data-open={open} data-wrong={wrong}>
      <h3 className={classes.title}>
        <UnstyledButton className={classes.control ?? ""} aria-expanded={open} aria-controls={id} onClick={onToggle}>
          <IconChevronDown className={classes.chevron} size={18} aria-hidden />
          {title}
          <span className={classes.summary}>{summary}</span>
        </UnstyledButton>
      </h3>
      <div id={id} className={classes.panel} hidden={!open}>
        {made && children}
      </div>
    </div>
  );
}
