import { type DateOrder, dateOrders } from "@hoplog/schema/imports/columns.js";
import { Select, Table, Text } from "@mantine/core";
import { counted } from "../view/formatCount.ts";
import type { LinkImportFieldsFragment } from "../../../core/graphql/generated/graphql.ts";
import classes from "./ImportModal.module.css";
import { chosenColumns, chosenUseOf, chosenUseTexts, type ColumnChoice, columnText } from "./columnTexts.ts";

interface ImportColumnsProps {
  job: LinkImportFieldsFragment;
  /** Called with all choices, including the changed one. */
  onChange: (columns: ColumnChoice[]) => void;
  onDates: (dates: DateOrder) => void;
}

/** Shows how each column of the file is interpreted, and lets users change it. */
export function ImportColumns({ job, onChange, onDates }: ImportColumnsProps) {
  const unread = job.columns.filter(({ use }) => use === null).length;
  return (
    <details className={classes.columns} open={unread > 0 || job.warnings.length > 0}>
      <summary>{unread > 0 ? `${counted(unread, "column")} not read` : "Columns"}</summary>
      {job.warnings.map((warning) => (
        <Text key={warning} role="alert" size="sm">
          {warning}
        </Text>
      ))}
      <Select
        size="xs"
        mb="xs"
        maw={220}
        label="Dates such as 03/04/2024"
        placeholder="Not chosen"
        data={dateOrders.map((value) => ({ value, label: value === "dayFirst" ? "Day first" : "Month first" }))}
        value={job.dates}
        onChange={(value) => {
          const dates = dateOrders.find((one) => one === value);
          if (dates) onDates(dates);
        }}
      />
      {/* The table is scrollable, so it must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.preview} tabIndex={0} role="group" aria-label="Columns of the file">
        <Table>
          <Table.Tbody>
            {job.columns.map((column) => (
              <Table.Tr key={column.name}>
                <Table.Td className={classes.cell ?? ""}>{column.name}</Table.Td>
                <Table.Td>{columnText(column)}</Table.Td>
                <Table.Td>
                  <Select
                    size="xs"
                    aria-label={`Read ${column.name} as`}
                    placeholder="By its name"
                    clearable
                    data={chosenUseTexts}
                    value={column.isChosen ? column.use : null}
                    onChange={(value) => onChange(chosenColumns(job.columns, column.name, chosenUseOf(value)))}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </details>
  );
}
