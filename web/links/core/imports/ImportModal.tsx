import { scopedSources } from "@hoplog/schema/imports/sources.js";
import { Button, Group, Loader, Progress } from "@mantine/core";
import { Dialog } from "../../../ui/elements/Dialog.tsx";
import { ErrorBanner } from "../../../core/errors/ErrorBanner.tsx";
import type { LinkImportFieldsFragment } from "../../../core/graphql/generated/graphql.ts";
import { ImportColumns } from "./ImportColumns.tsx";
import { ImportFile } from "./ImportFile.tsx";
import classes from "./ImportModal.module.css";
import { ImportName } from "./ImportName.tsx";
import { ImportRows } from "./ImportRows.tsx";
import { importText, isOver, isSettled, lossLines, startText, visitsText } from "./importTexts.ts";
import { useImport } from "./useImport.ts";

/**
 * Imports links from another service: shows the links that will be created and the losses, then the outcome of every
 * row.
 */
export default function ImportModal({ onClose }: { onClose: () => void }) {
  const { job, loading, uploading, failure, read, ask, change, start, cancel, leave } = useImport();
  return (
    <Dialog onClose={onClose} size={920} title="Import URLs" closeOnClickOutside={!uploading}>
      {failure && (
        <div className={classes.banner}>
          <ErrorBanner type={failure.type} message={failure.message} />
        </div>
      )}
      {loading && <Loader />}
      {!loading && !job && (
        <ImportFile
          busy={uploading}
          onFile={(source, file) => void read(source, file)}
          onKey={(source, api) => void ask(source, api)}
        />
      )}
      {job && (
        <>
          <Report job={job} />
          {job.state === "ready" && scopedSources.has(job.source) && job.total > 0 && (
            <ImportName key={job.name} name={job.name} onChange={(name) => void change({ name })} />
          )}
          {job.state === "ready" && job.columns.length > 0 && (
            <ImportColumns
              job={job}
              onChange={(columns) => void change({ columns })}
              onDates={(dates) => void change({ dates })}
            />
          )}
          <Group justify="flex-end" mt="md">
            {!isSettled(job) && (
              <Button variant="default" onClick={() => void cancel()}>
                {isOver(job) ? "Stop clicks" : job.state === "running" ? "Stop" : "Cancel import"}
              </Button>
            )}
            {isOver(job) && (
              <Button variant="default" onClick={leave}>
                Import another file
              </Button>
            )}
            {job.state === "ready" && job.toCreate > 0 ? (
              <Button onClick={() => void start()}>{startText(job)}</Button>
            ) : (
              <Button variant={isOver(job) ? "filled" : "default"} onClick={onClose}>
                {isOver(job) ? "Done" : "Close"}
              </Button>
            )}
          </Group>
        </>
      )}
    </Dialog>
  );
}

function Report({ job }: { job: LinkImportFieldsFragment }) {
  const visits = visitsText(job);
  const losses = job.state === "failed" ? [] : lossLines(job);
  return (
    <>
      {job.state === "failed" ? (
        <ErrorBanner type="VALIDATION_ERROR" message={importText(job)} />
      ) : (
        <p className={classes.summary} role="status">
          {importText(job)}
        </p>
      )}
      {job.state === "running" && (
        <>
          <Progress value={((job.done + job.failed) / Math.max(1, job.toCreate)) * 100} mb="sm" aria-label="Imported" />
          <p className={classes.intro}>It goes on when this window is closed.</p>
        </>
      )}
      {visits !== "" && (
        <p className={classes.intro} role="status">
          {visits}
        </p>
      )}
      {losses.length > 0 && (
        <ul className={classes.losses} aria-label="What is lost">
          {losses.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {/* The key resets the list of rows, because the rows differ in each state. */}
      {job.state !== "reading" && job.state !== "failed" && <ImportRows key={job.state} job={job} />}
    </>
  );
}
