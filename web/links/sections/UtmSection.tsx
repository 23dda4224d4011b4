import { useQuery } from "@apollo/client/react";
import { Autocomplete, Text } from "@mantine/core";
import { UtmValuesDocument } from "../../graphql/generated/graphql.ts";
import type { OptionsForm } from "../options/optionsForm.ts";
import { type UtmName, utmNames, utmOf, withUtm } from "../options/utm.ts";
import classes from "./sections.module.css";

const fields: Readonly<Record<UtmName, { label: string; placeholder: string }>> = {
  utm_source: { label: "Source", placeholder: "newsletter" },
  utm_medium: { label: "Medium", placeholder: "email" },
  utm_campaign: { label: "Campaign", placeholder: "spring_sale" },
  utm_term: { label: "Term", placeholder: "running shoes" },
  utm_content: { label: "Content", placeholder: "top_banner" },
  ref: { label: "Ref", placeholder: "partner" },
};

/** A part of the destination's query: what is typed here is typed there, and the other way round. What was used before is offered. */
export default function UtmSection({ form }: { form: OptionsForm }) {
  const { originalUrl } = form.values;
  const { data } = useQuery(UtmValuesDocument, { fetchPolicy: "cache-and-network" });
  const used = new Map(data?.utmValues.map(({ field, values }) => [field.toLowerCase(), values]));
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        They are written into the destination above, for the statistics of its site.
      </Text>
      <div className={classes.pairs}>
        {utmNames.map((name) => (
          <Autocomplete
            key={name}
            size="sm"
            autoComplete="off"
            {...fields[name]}
            value={utmOf(originalUrl, name)}
            data={[...(used.get(name) ?? [])]}
            limit={10}
            onChange={(value) => form.setFieldValue("originalUrl", withUtm(originalUrl, name, value))}
          />
        ))}
      </div>
    </>
  );
}
