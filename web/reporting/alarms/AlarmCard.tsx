import { Badge, Button, Switch } from "@mantine/core";
import { IconSend, IconSettings, IconTrash } from "../../ui/elements/icons.ts";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import type { AlarmCardFragment } from "../../core/graphql/generated/graphql.ts";
import classes from "../../ui/elements/listedCard.module.css";
import { alarmName, momentText, ruleText, upper } from "./alarmTexts.ts";

interface AlarmCardProps {
  alarm: AlarmCardFragment;
  onAction: (action: "edit" | "try" | "turn" | "delete") => void;
}

export function AlarmCard({ alarm, onAction }: AlarmCardProps) {
  const { emails, tz, quietFrom, quietTo, isOn, firingSince } = alarm;
  const name = alarmName(alarm);
  const isConfirmed = emails.some(({ confirmedAt }) => confirmedAt !== null);
  return (
    <article className={`sheet ${classes.card}`} aria-label={name}>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.about}>{upper(ruleText(alarm))}</p>
      {(firingSince || !isConfirmed) && (
        <div className={classes.badges}>
          {firingSince && (
            <Badge color="red" variant="light" tt="none" size="lg">
              Since {momentText(firingSince)}
            </Badge>
          )}
          {!isConfirmed && (
            <Badge color="amber" variant="light" tt="none" size="lg">
              {emails.length > 0 ? "Waits for an address to agree" : "No address"}
            </Badge>
          )}
        </div>
      )}
      <dl className={classes.facts}>
        <dt>Mailed to</dt>
        <dd>
          {emails.map(({ email, confirmedAt }) => `${email}${confirmedAt ? "" : " (asked)"}`).join(", ") || "Nobody"}
        </dd>
        {quietFrom && quietTo && (
          <>
            <dt>Quiet</dt>
            <dd>
              {quietFrom} to {quietTo}
            </dd>
          </>
        )}
        <dt>Time zone</dt>
        <dd>{tz}</dd>
      </dl>
      <div className={classes.actions}>
        <Button
          variant="light"
          size="compact-md"
          leftSection={<IconSettings size={17} aria-hidden />}
          aria-label={`Edit ${name}`}
          onClick={() => onAction("edit")}
        >
          Edit
        </Button>
        <span className={classes.spring} />
        <Switch aria-label={`Watch: ${name}`} checked={isOn} onChange={() => onAction("turn")} mr={6} />
        {isConfirmed && (
          <IconButton icon={IconSend} label="Send a test" of={`of ${name}`} onClick={() => onAction("try")} />
        )}
        <IconButton icon={IconTrash} label="Delete alarm" of={name} color="red" onClick={() => onAction("delete")} />
      </div>
    </article>
  );
}
