import { useMutation, useQuery } from "@apollo/client/react";
import { Button, Group, SegmentedControl, Skeleton, Stack, Table, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import { type Failure, failureOf } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import {
  type ClickExportCardFragment,
  type ExportContent,
  ExportedFilesDocument,
  type ExportedFilesQuery,
  ExportRangeDocument,
} from "../../core/graphql/generated/graphql.ts";
import { timeText } from "../../ui/timeText.ts";

type File = ExportedFilesQuery["exportedFiles"][number];

const states: Readonly<Record<Exclude<File["state"], "empty">, string>> = {
  written: "Written",
  waiting: "Waits",
  writing: "Being written",
  failed: "Failed",
};
const count = new Intl.NumberFormat("en-US");
const pageSize = 50;

/** Dialog with an export's files, and a form to export a range again. Loaded in its own chunk. */
export default function ExportFilesModal({ of, onClose }: { of: ClickExportCardFragment; onClose: () => void }) {
  const [isExtended, setIsExtended] = useState(false);
  const [isAll, setIsAll] = useState(false);
  const [content, setContent] = useState<ExportContent>("clicks");
  const { data, error, refetch, fetchMore } = useQuery(ExportedFilesDocument, {
    variables: { id: of.id, before: null, content },
    fetchPolicy: "network-only",
    // Polling stops once more pages are loaded, because each poll would reset the list to its first page.
    pollInterval: isExtended ? 0 : 5000,
  });
  const [again, { loading }] = useMutation(ExportRangeDocument);
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const [yesterday] = useState(() => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10));
  const form = useForm({ initialValues: { from: yesterday, to: yesterday }, clearInputErrorOnChange: true });
  const files = data?.exportedFiles;
  const more = async () => {
    const before = files?.at(-1)?.startAt;
    setIsExtended(true);
    await fetchMore({
      variables: { id: of.id, before, content },
      updateQuery: (previous, { fetchMoreResult }) => {
        setIsAll(fetchMoreResult.exportedFiles.length < pageSize);
        return { exportedFiles: [...previous.exportedFiles, ...fetchMoreResult.exportedFiles] };
      },
    }).catch(() => undefined);
  };
  const submit = async ({ from, to }: { from: string; to: string }) => {
    setFailure(null);
    try {
      const end = new Date(Date.parse(to) + 86_400_000).toISOString();
      const { data: done } = await again({ variables: { id: of.id, from: new Date(from).toISOString(), to: end } });
      toastSuccess(dueText(done?.exportClickRange ?? 0));
      setIsExtended(false);
      setIsAll(false);
      await refetch();
    } catch (problem) {
      if (problem instanceof RangeError) form.setErrors({ to: "A first and a last day are required" });
      else setFailure(placeError(form, problem, ["from", "to"], "Failed to export the range"));
    }
  };
  return (
    <Dialog onClose={onClose} title={`Files of ${of.name}`} size="xl">
      <Stack gap="md">
        {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
        <form noValidate aria-label="Export a range" onSubmit={form.onSubmit((values) => void submit(values))}>
          <Group align="flex-start" gap="sm">
            <TextInput label="First day" type="date" {...form.getInputProps("from")} />
            <TextInput label="Last day" type="date" {...form.getInputProps("to")} />
            <Button type="submit" variant="light" mt={27} loading={loading}>
              Export Now
            </Button>
          </Group>
        </form>
        <Text size="sm" c="dimmed">
          A file is written a quarter of an hour after its period is over, and again, under the same key, when clicks
          come late: for seven days. Days and hours are those of UTC.
          {of.conversions && " Conversions are in the file of when they were reported."}
        </Text>
        {of.conversions && (
          <SegmentedControl
            aria-label="What the files hold"
            data={[
              { value: "clicks", label: "Clicks" },
              { value: "conversions", label: "Conversions" },
            ]}
            value={content}
            onChange={(value) => {
              setContent(value === "conversions" ? "conversions" : "clicks");
              setIsExtended(false);
              setIsAll(false);
            }}
          />
        )}
        {!files && !error && <Skeleton height={120} radius="md" />}
        {!files && error && (
          <ErrorBanner
            type={failureOf(error).type}
            message={failureOf(error).message}
            onRetry={() => void refetch().catch(() => undefined)}
          />
        )}
        {files?.length === 0 && <Text>No period is over yet.</Text>}
        {files && files.length > 0 && (
          <Table.ScrollContainer
            minWidth={640}
            scrollAreaProps={{ viewportProps: { tabIndex: 0, "aria-label": "Files" } }}
          >
            <Table>
              <Table.Thead>
                <Table.Tr>
                  {["Period", "State", content === "clicks" ? "Clicks" : "Conversions", "Bytes", "Written", "Key"].map(
                    (head) => (
                      <Table.Th key={head}>{head}</Table.Th>
                    ),
                  )}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {files.map((file) => (
                  <Table.Tr key={file.startAt}>
                    <Table.Td>{file.startAt.slice(0, of.cadence === "hourly" ? 13 : 10).replace("T", " ")}</Table.Td>
                    <Table.Td>
                      {file.state === "empty" ? `No ${content}` : states[file.state]}
                      {file.error && <Text size="sm">{file.error}</Text>}
                    </Table.Td>
                    <Table.Td>{file.rows === null ? "" : count.format(file.rows)}</Table.Td>
                    <Table.Td>{file.bytes === null ? "" : count.format(file.bytes)}</Table.Td>
                    <Table.Td>{file.writtenAt && timeText(file.writtenAt)}</Table.Td>
                    <Table.Td style={{ overflowWrap: "anywhere" }}>{file.state === "empty" ? "" : file.key}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {files && files.length >= pageSize && files.length % pageSize === 0 && !isAll && (
          <Button variant="default" onClick={() => void more()}>
            Show More
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}

function dueText(files: number): string {
  if (files === 0) return "There is nothing in this range, so no file will be written.";
  return files === 1 ? "The file will be written." : `${count.format(files)} files will be written.`;
}
