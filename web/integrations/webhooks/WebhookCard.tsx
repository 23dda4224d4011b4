import { Badge, Button } from "@mantine/core";
import {
  IconKey,
  IconListDetails,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconSettings,
  IconTrash,
} from "../../ui/elements/icons.ts";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import type { WebhookCardFragment } from "../../core/graphql/generated/graphql.ts";
import { timeText } from "../../ui/timeText.ts";
import classes from "../../ui/elements/listedCard.module.css";

export type WebhookAction = "edit" | "messages" | "rotate" | "end" | "test" | "switch";

interface WebhookCardProps {
  of: WebhookCardFragment;
  onAction: (action: WebhookAction) => void;
}

const reasons = {
  failing: "Nothing could be delivered for five days",
  gone: "Its server has answered that it is gone (410)",
  backlog: "Too many messages waited for it",
} as const;

export function WebhookCard({ of, onAction }: WebhookCardProps) {
  const { name, url, events, ordered, state, disabledReason, failingSince, succeededAt, linkIds, groupIds } = of;
  const isActive = state === "active";
  return (
    <article className={`sheet ${classes.card}`} aria-label={name}>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.about}>{url}</p>
      {(!isActive || failingSince) && (
        <div className={classes.badges}>
          {!isActive && (
            <Badge variant="default" tt="none" size="lg">
              {state === "paused" ? "Paused" : "Switched off"}
            </Badge>
          )}
          {failingSince && (
            <Badge color="red" variant="light" tt="none" size="lg">
              Fails
            </Badge>
          )}
        </div>
      )}
      <dl className={classes.facts}>
        <dt>Events</dt>
        <dd>{events.join(", ")}</dd>
        {linkIds.length + groupIds.length > 0 && (
          <>
            <dt>Narrowed to</dt>
            <dd>{narrowedText(linkIds.length, groupIds.length)}</dd>
          </>
        )}
        <dt>Order</dt>
        <dd>{ordered ? "Messages of a URL one after the other" : "As fast as possible"}</dd>
        <dt>Delivered</dt>
        <dd>{succeededAt ? `Last ${timeText(succeededAt)}` : "Nothing yet"}</dd>
        {disabledReason && (
          <>
            <dt>Switched off</dt>
            <dd>{reasons[disabledReason]}</dd>
          </>
        )}
        {failingSince && (
          <>
            <dt>Fails</dt>
            <dd>Since {timeText(failingSince)}. It is tried again by itself.</dd>
          </>
        )}
      </dl>
      <div className={classes.actions}>
        <Button
          variant="light"
          size="compact-md"
          leftSection={<IconListDetails size={17} aria-hidden />}
          aria-label={`Deliveries of ${name}`}
          onClick={() => onAction("messages")}
        >
          Deliveries
        </Button>
        <span className={classes.spring} />
        <IconButton icon={IconSend} label="Send a test" of={`to ${name}`} onClick={() => onAction("test")} />
        <IconButton
          icon={isActive ? IconPlayerPause : IconPlayerPlay}
          label={isActive ? "Pause" : "Go on with"}
          of={name}
          onClick={() => onAction("switch")}
        />
        <IconButton icon={IconKey} label="New secret" of={`of ${name}`} onClick={() => onAction("rotate")} />
        <IconButton icon={IconSettings} label="Edit" of={name} onClick={() => onAction("edit")} />
        <IconButton icon={IconTrash} label="End" of={name} color="red" onClick={() => onAction("end")} />
      </div>
    </article>
  );
}

function narrowedText(urls: number, groups: number): string {
  const counted = (count: number, noun: string) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`]);
  return [...counted(urls, "URL"), ...counted(groups, "group")].join(", ");
}
