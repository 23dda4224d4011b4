import { Button, Table } from "@mantine/core";
import { useState } from "react";
import type { SqlResult } from "./consoleCalls.ts";
import classes from "./SqlPage.module.css";
import { cellText, kindOf } from "./values.ts";

const pageRows = 100;
/** Maximum characters of a cell; saved files contain the full value. */
const cellMax = 300;

/** The rows of a result, a hundred per page. */
export function ResultTable({ result: { columns, rows } }: { result: SqlResult }) {
  const [page, setPage] = useState(0);
  if (columns.length === 0) return <p className={classes.note}>The statement has no result.</p>;
  const pages = Math.max(1, Math.ceil(rows.length / pageRows));
  // Several columns may have the same name.
  const shown = columns.map((column, i) => ({ ...column, position: i, align: alignmentOf(column.type) }));
  const [from, to] = [page * pageRows, Math.min(rows.length, (page + 1) * pageRows)];
  const lines = rows.slice(from, to).map((row, i) => ({ row, number: from + i }));
  return (
    <>
      {/* The table is scrollable, so it must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} tabIndex={0} role="group" aria-label="Result, table">
        <Table stickyHeader striped>
          <Table.Thead>
            <Table.Tr>
              {shown.map(({ name, type, position, align }) => (
                <Table.Th key={position} ta={align}>
                  {name}
                  <span className={classes.type}>{type}</span>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ row, number }) => (
              <Table.Tr key={number}>
                {shown.map(({ position, align }) => (
                  <Table.Td key={position} ta={align} className="tabular">
                    <Cell value={row[position]} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {pages > 1 && (
        <nav className={classes.pages} aria-label="Rows of the result">
          <Button size="compact-sm" variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span>
            Rows {(from + 1).toLocaleString("en")} to {to.toLocaleString("en")} of {rows.length.toLocaleString("en")}
          </span>
          <Button size="compact-sm" variant="default" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </>
  );
}

function alignmentOf(type: string): "right" | "left" {
  return kindOf(type) === "number" ? "right" : "left";
}

function Cell({ value }: { value: unknown }) {
  const text = cellText(value);
  if (value === null) return <span className={classes.nothing}>{text}</span>;
  return text.length > cellMax ? `${text.slice(0, cellMax)}…` : text;
}
