import { Button, Group, Progress, Table, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconFileUpload, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Dialog } from "../elements/Dialog.tsx";
import { ErrorBanner } from "../errors/ErrorBanner.tsx";
import { saveFile } from "../files/saveFile.ts";
import classes from "./ImportModal.module.css";
import type { ImportFile, ImportRow } from "./importRows.ts";
import { readImport } from "./importRows.ts";
import type { ImportResult } from "./useImport.ts";
import { useImport } from "./useImport.ts";

const example =
  "Name,Original URL,Short URL,Group\r\nSpring newsletter,https://example.com/spring,spring-news,Press\r\n";
const maxBytes = 2_000_000;

/** From a CSV file to links: what was read, what is wrong with it, and then what became of every row. */
export default function ImportModal({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<ImportFile | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const importing = useImport();

  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    importing.reset();
    if (chosen.size > maxBytes) setFile({ ok: false, message: "The file is too large to be a list of URLs" });
    else setFile(readImport(await chosen.text()));
  };

  const rows = file?.ok ? file.rows : [];
  const good = rows.filter((row) => row.problems.length === 0);
  const open = good.filter((row) => !importing.results[row.line]?.ok);
  const created = good.length - open.length;
  const tried = Object.keys(importing.results).length;

  return (
    <Dialog onClose={onClose} size={920} title="Import URLs from CSV" closeOnClickOutside={!importing.running}>
      <p className={classes.intro}>
        The first line names the columns: Name, Original URL and, if you like, Short URL and Group. Nothing is created
        before you have seen the preview.
      </p>
      <input
        ref={picker}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label="CSV file"
        className={classes.picker}
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <Group gap="xs">
        <Button
          variant={rows.length === 0 ? "filled" : "default"}
          leftSection={<IconFileUpload size={17} aria-hidden />}
          disabled={importing.running}
          onClick={() => picker.current?.click()}
        >
          {rows.length === 0 ? "Choose file" : "Choose another file"}
        </Button>
        <Button variant="subtle" onClick={() => saveFile("hoplog-example.csv", example, "text/csv")}>
          Example file
        </Button>
      </Group>

      {file && !file.ok && (
        <div className={classes.banner}>
          <ErrorBanner type="VALIDATION_ERROR" message={file.message} />
        </div>
      )}
      {rows.length > 0 && (
        <>
          <p className={classes.summary} role="status">
            {summary(rows.length, good.length, created, tried)}
          </p>
          {(importing.running || created > 0) && (
            <Progress value={(created / Math.max(1, good.length)) * 100} mb="sm" aria-label="Imported" />
          )}
          <Preview rows={rows} results={importing.results} />
          <Group justify="flex-end" mt="md">
            {importing.running ? (
              <Button variant="default" onClick={importing.stop}>
                Stop
              </Button>
            ) : (
              <Button variant="default" onClick={onClose}>
                {open.length === 0 ? "Done" : "Cancel"}
              </Button>
            )}
            {open.length > 0 && (
              <Button loading={importing.running} onClick={() => void importing.run(open)}>
                {tried > 0 ? `Try ${urls(open.length)} again` : `Import ${urls(open.length)}`}
              </Button>
            )}
          </Group>
        </>
      )}
    </Dialog>
  );
}

function Preview({ rows, results }: { rows: readonly ImportRow[]; results: Readonly<Record<number, ImportResult>> }) {
  return (
    // It scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.preview} tabIndex={0} role="group" aria-label="Preview">
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Line</Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th>Original URL</Table.Th>
            <Table.Th>Short URL</Table.Th>
            <Table.Th>Group</Table.Th>
            <Table.Th>Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.line}>
              <Table.Td className="tabular">{row.line}</Table.Td>
              <Table.Td className={classes.cell ?? ""}>{row.name}</Table.Td>
              <Table.Td className={classes.cell ?? ""}>{row.originalUrl}</Table.Td>
              <Table.Td className={classes.cell ?? ""}>
                {row.shortUrl || (
                  <Text c="dimmed" span inherit>
                    generated
                  </Text>
                )}
              </Table.Td>
              <Table.Td className={classes.cell ?? ""}>{row.group}</Table.Td>
              <Table.Td>
                <Status row={row} result={results[row.line]} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Status({ row, result }: { row: ImportRow; result: ImportResult | undefined }) {
  if (row.problems.length > 0) {
    return (
      <span className={classes.bad}>
        <IconAlertTriangle size={16} aria-hidden /> {row.problems.join(". ")}
      </span>
    );
  }
  if (!result) return <span>Ready</span>;
  if (result.ok) {
    return (
      <span className={classes.good}>
        <IconCheck size={16} aria-hidden /> Created
      </span>
    );
  }
  return (
    <span className={classes.bad}>
      <IconX size={16} aria-hidden /> {result.message}
    </span>
  );
}

function summary(all: number, good: number, created: number, tried: number): string {
  if (tried > 0) return `${created} of ${urls(good)} created${created < good ? "; the others are still to do" : ""}.`;
  const bad = all - good;
  if (bad === 0) return `${urls(all)} found, all of them good to import.`;
  return `${urls(all)} found; ${bad} of them can't be imported as they are and will be left out.`;
}

function urls(count: number): string {
  return count === 1 ? "1 URL" : `${count} URLs`;
}
