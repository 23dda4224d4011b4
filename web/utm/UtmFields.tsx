import { useQuery } from "@apollo/client/react";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { readUtm, type UtmField, writeUtm } from "@hoplog/schema/links/utm.js";
import { Autocomplete, SimpleGrid, Text } from "@mantine/core";
import { UtmValuesDocument } from "../graphql/generated/graphql.ts";

const fields: readonly { field: UtmField; label: string; placeholder: string }[] = [
  { field: "utm_source", label: "Source", placeholder: "newsletter" },
  { field: "utm_medium", label: "Medium", placeholder: "email" },
  { field: "utm_campaign", label: "Campaign", placeholder: "spring-sale" },
  { field: "utm_term", label: "Term", placeholder: "running shoes" },
  { field: "utm_content", label: "Content", placeholder: "header-button" },
  { field: "ref", label: "Ref", placeholder: "partner" },
];

interface UtmFieldsProps {
  originalUrl: string;
  onChange: (originalUrl: string) => void;
}

/** Fields for what stands in the destination's query: it is the only place where their values are kept. Its own chunk. */
export default function UtmFields({ originalUrl, onChange }: UtmFieldsProps) {
  const { data } = useQuery(UtmValuesDocument, { fetchPolicy: "cache-and-network" });
  const values = readUtm(originalUrl);
  const isUrl = parseOriginalUrl(originalUrl).ok;
  const used = new Map(data?.utmValues.map(({ field, values: before }) => [field.toLowerCase(), before]));
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {isUrl
          ? "Written into the original URL as you type, and read from it."
          : "Give the original URL first: these are written into it."}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {fields.map(({ field, label, placeholder }) => (
          <Autocomplete
            key={field}
            label={label}
            aria-description={field}
            placeholder={placeholder}
            autoComplete="off"
            disabled={!isUrl}
            data={[...(used.get(field) ?? [])]}
            limit={10}
            value={values[field]}
            onChange={(value) => onChange(writeUtm(originalUrl, field, value))}
          />
        ))}
      </SimpleGrid>
    </>
  );
}
