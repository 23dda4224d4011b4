import { Badge, Button } from "@mantine/core";
import { outletKindNames } from "@hoplog/schema/outlets.js";
import type { OutletRowFragment } from "../../core/graphql/generated/graphql.ts";
import { timeText } from "../../ui/timeText.ts";
import classes from "../../ui/elements/rowList.module.css";

interface OutletRowProps {
  outlet: OutletRowFragment;
  busy: boolean;
  onResume: () => void;
  onDelete: () => void;
}

export function OutletRow({ outlet, busy, onResume, onDelete }: OutletRowProps) {
  const { kind, name, createdAt, state, widenedAt } = outlet;
  const title = name === "" ? outletKindNames[kind] : name;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          {title}{" "}
          {state === "paused" && (
            <Badge color="amber" variant="light" tt="none">
              Paused
            </Badge>
          )}
        </h2>
        <p className={classes.facts}>
          {outletKindNames[kind]}, created {timeText(createdAt)} {creatorText(outlet)}
        </p>
        {widenedAt && (
          <p className={classes.facts}>
            Extended {timeText(widenedAt)} {creatorText(widenerOf(outlet))}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        {state === "paused" && (
          <Button variant="default" size="sm" disabled={busy} aria-label={`Resume ${title}`} onClick={onResume}>
            Resume
          </Button>
        )}
        <Button variant="light" color="red" size="sm" aria-label={`Delete ${title}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
}

type Creator = Pick<OutletRowFragment, "credentialKind" | "userName" | "keyName">;

function widenerOf({ widenedCredentialKind, widenedUserName, widenedKeyName }: OutletRowFragment): Creator {
  return { credentialKind: widenedCredentialKind, userName: widenedUserName, keyName: widenedKeyName };
}

function creatorText({ credentialKind, userName, keyName }: Creator): string {
  if (!credentialKind) return "by an unknown session or key";
  const who = userName ? `by ${userName}` : "by a deleted user";
  if (credentialKind === "session") return `${who}, signed in`;
  return keyName ? `${who} with the API key “${keyName}”` : `${who} with an API key`;
}
