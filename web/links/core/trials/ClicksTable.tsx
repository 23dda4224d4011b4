import { Table } from "@mantine/core";

interface ClicksTableProps {
  caption: string;
  rows: readonly { name: string; clicks: number; people: number }[];
}

/** Click counts by rule or arm. */
export function ClicksTable({ caption, rows }: ClicksTableProps) {
  return (
    <Table aria-label={caption}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{caption}</Table.Th>
          <Table.Th ta="right">Clicks</Table.Th>
          <Table.Th ta="right">By people</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, clicks, people }, i) => (
          // Several rows may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          <Table.Tr key={i}>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{name}</Table.Td>
            <Table.Td ta="right">{clicks.toLocaleString()}</Table.Td>
            <Table.Td ta="right">{people.toLocaleString()}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
