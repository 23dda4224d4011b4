import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { useQuery } from "@apollo/client/react";
import { Button, SegmentedControl, Table, Text } from "@mantine/core";
import { limits } from "@hoplog/schema/limits.js";
import { useState } from "react";
import { toastError } from "../../../core/errors/toasts.tsx";
import { type LinkImportFieldsFragment, LinkImportRowsDocument } from "../../../core/graphql/generated/graphql.ts";
import classes from "./ImportModal.module.css";
import { rowText } from "./importTexts.ts";

const filters = [
  { value: "all", label: "All" },
  { value: "losses", label: "With losses" },
  { value: "rejected", label: "Can't be imported" },
  { value: "failed", label: "Failed" },
] as const;
type Only = (typeof filters)[number]["value"];

/** The planned or actual outcome of each row of the file, paginated. */
export function ImportRows({ job }: { job: LinkImportFieldsFragment }) {
  const [only, setOnly] = useState<Only>("all");
  const [ended, setEnded] = useState(false);
  const { data, error, fetchMore } = useQuery(LinkImportRowsDocument, {
    variables: { id: job.id, first: limits.listMax, after: 0, only },
    fetchPolicy: "no-cache",
    // Queries are not deduplicated: after a state change, the same query must not share the pending request.
    context: { queryDeduplication: false },
  });
  const rows = data?.linkImportRows ?? [];
  const loadMore = async () => {
    try {
      await fetchMore({
        variables: { after: rows.at(-1)?.position ?? 0 },
        updateQuery: (before, { fetchMoreResult }) => {
          setEnded(fetchMoreResult.linkImportRows.length < limits.listMax);
          return { linkImportRows: [...before.linkImportRows, ...fetchMoreResult.linkImportRows] };
        },
      });
    } catch (failure) {
      toastError(failure, "Failed to fetch rows");
    }
  };
  return (
    <>
      <SegmentedControl
        aria-label="Rows"
        size="xs"
        mb="xs"
        className={classes.filters ?? ""}
        data={filters.filter(({ value }) => value !== "failed" || job.failed > 0)}
        value={only}
        onChange={(value) => {
          setEnded(false);
          setOnly(filters.find((known) => known.value === value)?.value ?? "all");
        }}
      />
      {error && <Text role="alert">{error.message}</Text>}
      {/* The table is scrollable, so it must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.preview} tabIndex={0} role="group" aria-label="Rows of the file">
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>Name</Table.Th>
              <Table.Th>What becomes of it</Table.Th>
              <Table.Th>Original URL</Table.Th>
              <Table.Th>Short URL</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.position}>
                <Table.Td className="tabular">{row.row}</Table.Td>
                <Table.Td className={classes.cell ?? ""}>{row.name}</Table.Td>
                <Table.Td className={row.error ? classes.bad : ""}>{rowText(row)}</Table.Td>
                <Table.Td className={classes.cell ?? ""}>{row.originalUrl}</Table.Td>
                <Table.Td className={classes.cell ?? ""}>
                  {row.shortUrl ?? (
                    <Text c="dimmed" span inherit>
                      generated
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {data && rows.length === 0 && <Text p="sm">No such rows.</Text>}
        {rows.length > 0 && rows.length % limits.listMax === 0 && !ended && (
          <Button m="sm" variant="default" onClick={() => void loadMore()}>
            Load more
          </Button>
        )}
      </div>
    </>
  );
}
