import { Badge } from "@mantine/core";
import { IconTrash } from "../../ui/elements/icons.ts";
import { useState } from "react";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import type { ApiKeyCardFragment } from "../../core/graphql/generated/graphql.ts";
import { timeText } from "../../ui/timeText.ts";
import classes from "./ApiKeyCard.module.css";
import { overText, reachText } from "./keyTexts.ts";

interface ApiKeyCardProps {
  apiKey: ApiKeyCardFragment;
  onRevoke: () => void;
}

export function ApiKeyCard({ apiKey, onRevoke }: ApiKeyCardProps) {
  const { name, prefix, scopes, addresses, requestsPerMinute, createdAt, expiresAt, lastUsedAt } = apiKey;
  const [openedAt] = useState(() => new Date());
  const over = overText(apiKey, openedAt);
  const reach = reachText(apiKey);
  return (
    <article className={`sheet ${classes.card}`} aria-label={name}>
      <div className={classes.head}>
        <h2 className={classes.name}>{name}</h2>
        {over === null && <IconButton icon={IconTrash} label="Revoke" of={name} color="red" onClick={onRevoke} />}
      </div>
      <p className={classes.prefix}>
        <code>{prefix}…</code>
        {over !== null && (
          <Badge color="red" variant="light" tt="none" size="lg">
            {over}
          </Badge>
        )}
      </p>
      <dl className={classes.facts}>
        <dt>May</dt>
        <dd>{scopes.join(", ")}</dd>
        {reach !== null && (
          <>
            <dt>URLs</dt>
            <dd>{reach}</dd>
          </>
        )}
        {addresses.length > 0 && (
          <>
            <dt>From</dt>
            <dd>{addresses.join(", ")}</dd>
          </>
        )}
        {typeof requestsPerMinute === "number" && (
          <>
            <dt>Limit</dt>
            <dd>{requestsPerMinute} requests a minute</dd>
          </>
        )}
        <dt>Made</dt>
        <dd>{timeText(createdAt)}</dd>
        {expiresAt && (
          <>
            <dt>Until</dt>
            <dd>{timeText(expiresAt)}</dd>
          </>
        )}
        <dt>Last used</dt>
        <dd>{lastUsedAt ? `${timeText(lastUsedAt)}, by the hour` : "Never"}</dd>
      </dl>
    </article>
  );
}
