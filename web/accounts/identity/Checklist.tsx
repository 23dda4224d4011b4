import { IconCheck, IconCircleDashed } from "../../ui/elements/icons.ts";
import classes from "./RegistrationProgress.module.css";

interface Check {
  text: string;
  good: boolean;
}

export function Checklist({ checks, label = "Requirements" }: { checks: readonly Check[]; label?: string }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {checks.map(({ text, good }) => (
        <li key={text} className={classes.item} data-good={good}>
          {good ? <IconCheck size={15} aria-hidden /> : <IconCircleDashed size={15} aria-hidden />}
          {text}
          <span className={classes.hidden}>{good ? ": done" : ": to do"}</span>
        </li>
      ))}
    </ul>
  );
}
