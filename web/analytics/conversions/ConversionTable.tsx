import { Table } from "@mantine/core";
import { formatCount } from "../../links/core/view/formatCount.ts";
import { rateText, revenueText } from "../../links/conversions/texts.ts";

export interface ConvertedRow {
  readonly name: string;
  readonly leads: number;
  readonly sales: number;
  readonly revenue: readonly { readonly currency: string; readonly amount: number }[];
  readonly people: number;
  readonly rate?: number | null;
}

/** Conversions per row, named in the first column. */
export function ConversionTable({ caption, rows }: { caption: string; rows: readonly ConvertedRow[] }) {
  const label = `Conversions by ${caption.toLowerCase()}`;
  return (
    <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="group" aria-label={`${label}, table`}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{caption}</Table.Th>
            <Table.Th ta="right">People</Table.Th>
            <Table.Th ta="right">Leads</Table.Th>
            <Table.Th ta="right">Sales</Table.Th>
            <Table.Th ta="right">Rate</Table.Th>
            <Table.Th ta="right">Revenue</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, leads, sales, revenue, people, rate }, i) => (
            // Several rows may have the same name.
            // oxlint-disable-next-line react/no-array-index-key
            <Table.Tr key={i}>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{name}</Table.Td>
              <Table.Td ta="right">{formatCount(people)}</Table.Td>
              <Table.Td ta="right">{formatCount(leads)}</Table.Td>
              <Table.Td ta="right">{formatCount(sales)}</Table.Td>
              <Table.Td ta="right">{rateText(rate)}</Table.Td>
              <Table.Td ta="right">{revenueText(revenue)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
