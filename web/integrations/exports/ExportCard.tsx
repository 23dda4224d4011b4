import { Badge, Button } from "@mantine/core";
import {
  IconFiles,
  IconPlugConnected,
  IconPlayerPause,
  IconPlayerPlay,
  IconSettings,
  IconTrash,
} from "../../ui/elements/icons.ts";
import { useState } from "react";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import type { ClickExportCardFragment } from "../../core/graphql/generated/graphql.ts";
import { timeText } from "../../ui/timeText.ts";
import classes from "../../ui/elements/listedCard.module.css";
import { useExportActions } from "./useExportActions.ts";

interface ExportCardProps {
  of: ClickExportCardFragment;
  onAction: (action: "edit" | "files" | "end") => void;
}

export function ExportCard({ of, onAction }: ExportCardProps) {
  const { name, endpoint, bucket, prefix, cadence, bots, from, enabled, error, filesWritten, filesWaiting } = of;
  const { switchOver, tryOut } = useExportActions();
  const [trial, setTrial] = useState<{ ok: boolean; words: string } | null>(null);
  const [trying, setTrying] = useState(false);
  const attempt = async () => {
    setTrying(true);
    setTrial(await tryOut(of));
    setTrying(false);
  };
  return (
    <article className={`sheet ${classes.card}`} aria-label={name}>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.about}>
        {[endpoint.replace(/^https?:\/\//, ""), bucket, prefix].filter(Boolean).join("/")}
      </p>
      {(!enabled || error) && (
        <div className={classes.badges}>
          {!enabled && (
            <Badge variant="default" tt="none" size="lg">
              Off
            </Badge>
          )}
          {error && (
            <Badge color="red" variant="light" tt="none" size="lg">
              Fails
            </Badge>
          )}
        </div>
      )}
      <dl className={classes.facts}>
        <dt>Files</dt>
        <dd>
          {cadence === "hourly" ? "One each hour" : "One each day"} of UTC, {bots ? "people and bots" : "people only"}
          {of.conversions && "; conversions in files of their own"}
        </dd>
        <dt>From</dt>
        <dd>{timeText(from)}</dd>
        <dt>Written</dt>
        <dd>
          {filesWritten}
          {filesWritten > 0 && of.lastWrittenAt && `, the last one ${timeText(of.lastWrittenAt)}`}
        </dd>
        {filesWaiting > 0 && (
          <>
            <dt>To be written</dt>
            <dd>{filesWaiting}</dd>
          </>
        )}
        {error && (
          <>
            <dt>Error</dt>
            <dd>
              {error}
              {of.failingSince && `, since ${timeText(of.failingSince)}`}. It is tried again by itself.
            </dd>
          </>
        )}
      </dl>
      <p role="status" className={classes.about} style={{ marginBottom: 10 }}>
        {trying ? "Being tried…" : trial?.words}
      </p>
      <div className={classes.actions}>
        <Button
          variant="light"
          size="compact-md"
          leftSection={<IconPlugConnected size={17} aria-hidden />}
          aria-label={`Try ${name}`}
          loading={trying}
          onClick={() => void attempt()}
        >
          Try
        </Button>
        <Button
          variant="light"
          size="compact-md"
          ml={6}
          leftSection={<IconFiles size={17} aria-hidden />}
          aria-label={`Files of ${name}`}
          onClick={() => onAction("files")}
        >
          Files
        </Button>
        <span className={classes.spring} />
        <IconButton
          icon={enabled ? IconPlayerPause : IconPlayerPlay}
          label={enabled ? "Switch off" : "Switch on"}
          of={name}
          onClick={() => void switchOver(of)}
        />
        <IconButton icon={IconSettings} label="Edit" of={name} onClick={() => onAction("edit")} />
        <IconButton icon={IconTrash} label="End" of={name} color="red" onClick={() => onAction("end")} />
      </div>
    </article>
  );
}
