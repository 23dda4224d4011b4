import { Text, TextInput } from "@mantine/core";
import type { OptionsForm } from "../options/optionsForm.ts";
import { type UtmName, utmNames, utmOf, withUtm } from "../options/utm.ts";
import classes from "./sections.module.css";

const fields: Readonly<Record<UtmName, { label: string; placeholder: string }>> = {
  utm_source: { label: "Source", placeholder: "newsletter" },
  utm_medium: { label: "Medium", placeholder: "email" },
  utm_campaign: { label: "Campaign", placeholder: "spring_sale" },
  utm_term: { label: "Term", placeholder: "running shoes" },
  utm_content: { label: "Content", placeholder: "top_banner" },
};

/** A part of the destination's query: what is typed here is typed there, and the other way round. */
export default function UtmSection({ form }: { form: OptionsForm }) {
  const { originalUrl } = form.values;
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        They are written into the destination above, for the statistics of its site.
      </Text>
      <div className={classes.pairs}>
        {utmNames.map((name) => (
          <TextInput
            key={name}
            size="sm"
            autoComplete="off"
            {...fields[name]}
            value={utmOf(originalUrl, name)}
            onChange={(event) =>
              form.setFieldValue("originalUrl", withUtm(originalUrl, name, event.currentTarget.value))
            }
          />
        ))}
      </div>
    </>
  );
}
