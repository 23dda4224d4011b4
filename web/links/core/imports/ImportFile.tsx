import { Button, Group, Select } from "@mantine/core";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import { IconFileUpload } from "../../../ui/elements/icons.ts";
import { useRef, useState } from "react";
import { ErrorBanner } from "../../../core/errors/ErrorBanner.tsx";
import { saveFile } from "../../../core/files/saveFile.ts";
import type { LinkImportFieldsFragment } from "../../../core/graphql/generated/graphql.ts";
import { ImportKey } from "./ImportKey.tsx";
import classes from "./ImportModal.module.css";
import { sources } from "./importTexts.ts";

type Source = LinkImportFieldsFragment["source"];

const example =
  'Name,Original URL,Short URL,Group,Tags\r\nSpring newsletter,https://example.com/spring,spring-news,Press,"news, spring"\r\n';
const maxBytes = importLimits.partsMax * importLimits.partBytes;

interface ImportFileProps {
  busy: boolean;
  onFile: (source: Source, file: File) => void;
  onKey: (source: Source, api: { address: string | null; key: string }) => void;
}

/** Selects the source service and the file to import. */
export function ImportFile({ busy, onFile, onKey }: ImportFileProps) {
  const [source, setSource] = useState<Source>("csv");
  const [tooLarge, setTooLarge] = useState(false);
  const chosen = sources.find(({ value }) => value === source);
  const picker = useRef<HTMLInputElement>(null);
  const read = (file: File | undefined) => {
    if (!file) return;
    setTooLarge(file.size > maxBytes);
    if (file.size <= maxBytes) onFile(source, file);
  };
  return (
    <>
      <p className={classes.intro}>Nothing is created before you have seen what will be, and what will be lost.</p>
      <Select
        label="From"
        data={sources.map(({ value, label }) => ({ value, label }))}
        value={source}
        allowDeselect={false}
        onChange={(value) => setSource(sources.find((known) => known.value === value)?.value ?? "csv")}
        description={chosen?.file}
        disabled={busy}
        maw={420}
      />
      <input
        ref={picker}
        type="file"
        accept=".csv,.json,.jsonl,.ndjson,.txt,.html,.htm,.xml,.sql,text/csv,text/plain,application/json,text/html,text/xml,application/sql"
        aria-label="File with URLs"
        className={classes.picker}
        onChange={(event) => {
          read(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <Group
        gap="xs"
        mt="md"
        className={classes.drop ?? ""}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          read(event.dataTransfer.files[0]);
        }}
      >
        <Button
          leftSection={<IconFileUpload size={17} aria-hidden />}
          loading={busy}
          onClick={() => picker.current?.click()}
        >
          Choose file
        </Button>
        <Button variant="subtle" onClick={() => saveFile("hoplog-example.csv", example, "text/csv")}>
          Example file
        </Button>
      </Group>
      {chosen?.api && (
        <ImportKey key={source} needsAddress={chosen.api === "own"} busy={busy} onKey={(api) => onKey(source, api)} />
      )}
      {tooLarge && (
        <div className={classes.banner}>
          <ErrorBanner
            type="VALIDATION_ERROR"
            message={`A file can have at most ${maxBytes / 1024 / 1024} MiB: give it in several`}
          />
        </div>
      )}
    </>
  );
}
