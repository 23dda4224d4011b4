import { Badge, Button } from "@mantine/core";
import type { SessionRowFragment } from "../../core/graphql/generated/graphql.ts";
import classes from "../../ui/elements/rowList.module.css";
import { timeText } from "../../ui/timeText.ts";

interface SessionRowProps {
  session: SessionRowFragment;
  onEnd: () => void;
}

export function SessionRow({ session, onEnd }: SessionRowProps) {
  const { place, createdAt, lastUsedAt, isCurrent } = session;
  const title = sessionTitle(session);
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h2 className={classes.name} dir="auto">
          {title}{" "}
          {isCurrent && (
            <Badge color="hop" variant="light" tt="none">
              This session
            </Badge>
          )}
        </h2>
        <p className={classes.facts}>
          Signed in {timeText(createdAt)}
          {place !== null && ` from ${place}`}
        </p>
        <p className={classes.facts}>Last used {timeText(lastUsedAt)}</p>
      </div>
      {!isCurrent && (
        <div className={classes.actions}>
          <Button variant="light" color="red" size="sm" aria-label={`End ${title}`} onClick={onEnd}>
            End
          </Button>
        </div>
      )}
    </li>
  );
}

/** Names a session by its browser and device, as far as they are known. */
export function sessionTitle({ browser, device }: Pick<SessionRowFragment, "browser" | "device">): string {
  if (browser === null && device === null) return "Unknown device";
  return [browser, device].filter((part) => part !== null).join(" on ");
}
