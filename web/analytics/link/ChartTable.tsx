import { Table, UnstyledButton } from "@mantine/core";
import { formatCount } from "../../links/core/linkTexts.ts";
import type { ConvertedColumn } from "../conversions/columns.ts";
import classes from "./ChartCard.module.css";
import type { ChartRow } from "./figures.ts";

interface ChartTableProps {
  title: string;
  unit: string;
  countLabel: string;
  rows: readonly ChartRow[];
  /** Additional columns after the clicks. */
  columns: readonly ConvertedColumn[];
  onPick: ((row: ChartRow) => void) | undefined;
}

export function ChartTable({ title, unit, countLabel, rows, columns, onPick }: ChartTableProps) {
  return (
    // The table is scrollable, so it must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={`${title}, table`}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{unit}</Table.Th>
            <Table.Th ta="right">{countLabel}</Table.Th>
            {columns.map(({ heading }) => (
              <Table.Th key={heading} ta="right">
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key ?? row.label}>
              <Table.Td>
                {onPick && row.key !== undefined ? (
                  <UnstyledButton
                    className={classes.pick ?? ""}
                    aria-label={`Show only ${row.label}`}
                    onClick={() => onPick(row)}
                  >
                    {row.label}
                  </UnstyledButton>
                ) : (
                  row.label
                )}
              </Table.Td>
              <Table.Td ta="right" className="tabular">
                {formatCount(row.clicks)}
              </Table.Td>
              {columns.map(({ heading, textOf }) => (
                <Table.Td key={heading} ta="right" className="tabular">
                  {textOf(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
