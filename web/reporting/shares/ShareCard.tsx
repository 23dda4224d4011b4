import { Badge, Button } from "@mantine/core";
import { IconLock, IconRefresh, IconSettings, IconTrash } from "../../ui/elements/icons.ts";
import { useState } from "react";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import type { ShareCardFragment } from "../../core/graphql/generated/graphql.ts";
import { timeText } from "../../ui/timeText.ts";
import classes from "../../ui/elements/listedCard.module.css";
import { dimensionText, figureTexts, targetText } from "./shareTexts.ts";

interface ShareCardProps {
  share: ShareCardFragment;
  onAction: (action: "edit" | "renew" | "revoke") => void;
}

export function ShareCard({ share, onAction }: ShareCardProps) {
  const { name, figures, dimensions, from, expiresAt, hasPassword, origins } = share;
  const [openedAt] = useState(() => new Date());
  const isOver = expiresAt !== null && expiresAt !== undefined && new Date(expiresAt) <= openedAt;
  return (
    <article className={`sheet ${classes.card}`} aria-label={name}>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.about}>{targetText(share)}</p>
      {(isOver || hasPassword) && (
        <div className={classes.badges}>
          {isOver && (
            <Badge color="red" variant="light" tt="none" size="lg">
              Expired
            </Badge>
          )}
          {hasPassword && (
            <Badge variant="default" tt="none" size="lg" leftSection={<IconLock size={15} aria-hidden />}>
              Password
            </Badge>
          )}
        </div>
      )}
      <dl className={classes.facts}>
        <dt>Shows</dt>
        <dd>{[...figures.map((figure) => figureTexts[figure]), ...dimensions.map(dimensionText)].join(", ")}</dd>
        {from && (
          <>
            <dt>From</dt>
            <dd>{timeText(from)}</dd>
          </>
        )}
        {expiresAt && (
          <>
            <dt>Until</dt>
            <dd>{timeText(expiresAt)}</dd>
          </>
        )}
        {origins.length > 0 && (
          <>
            <dt>Embedded</dt>
            <dd>{origins.join(", ")}</dd>
          </>
        )}
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
        <IconButton icon={IconRefresh} label="New address" of={`of ${name}`} onClick={() => onAction("renew")} />
        <IconButton icon={IconTrash} label="Revoke" of={name} color="red" onClick={() => onAction("revoke")} />
      </div>
    </article>
  );
}
