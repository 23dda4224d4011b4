import { useQuery } from "@apollo/client/react";
import { type UtmField, utmFields } from "@hoplog/schema/links/utm.js";
import { utmOf, withUtm } from "@hoplog/schema/links/utmUrl.js";
import { utmProblem, type UtmRules } from "@hoplog/schema/links/utmRules.js";
import { Autocomplete, Text } from "@mantine/core";
import { UtmRulesDocument, type UtmRulesFieldsFragment, UtmValuesDocument } from "../../graphql/generated/graphql.ts";
import { utmField, utmLabels } from "../../utm/utmLabels.ts";
import { UtmTemplates } from "../../utm/UtmTemplates.tsx";
import type { OptionsForm } from "../options/optionsForm.ts";
import classes from "./sections.module.css";

/**
 * A part of the destination's query: what is typed here is typed there, and the other way round. What was used before is offered,
 * or what the workspace's rules allow.
 */
export default function UtmSection({ form }: { form: OptionsForm }) {
  const { originalUrl } = form.values;
  const values = useQuery(UtmValuesDocument, { fetchPolicy: "cache-and-network" });
  const used = new Map(values.data?.utmValues.map((one) => [one.field, one.values]));
  const ruled = useQuery(UtmRulesDocument, { fetchPolicy: "cache-and-network" });
  const rules = rulesOf(ruled.data?.utmRules);
  const problem = URL.canParse(originalUrl) ? utmProblem(rules, originalUrl) : null;
  const typed = (name: UtmField, value: string) =>
    rules.lowerCase && name.startsWith("utm_") ? value.toLowerCase() : value;
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        They are written into the destination above, for the statistics of its site.
      </Text>
      <UtmTemplates
        present={presentOf(originalUrl)}
        onChoose={(template) => {
          const url = utmFields.reduce((made, name) => withUtm(made, name, template.get(name) ?? ""), originalUrl);
          form.setFieldValue("originalUrl", url);
        }}
      />
      <div className={classes.pairs}>
        {utmFields.map((name) => (
          <Autocomplete
            key={name}
            size="sm"
            autoComplete="off"
            {...utmLabels[name]}
            value={utmOf(originalUrl, name)}
            data={[...(rules.allowed[name] ?? used.get(utmField[name]) ?? [])]}
            limit={10}
            onChange={(value) => form.setFieldValue("originalUrl", withUtm(originalUrl, name, typed(name, value)))}
          />
        ))}
      </div>
      {problem !== null && (
        <Text role="status" size="sm" c="red" mt="sm">
          {problem}
        </Text>
      )}
    </>
  );
}

function rulesOf(fields: UtmRulesFieldsFragment | undefined): UtmRules {
  const allowed = utmFields.flatMap((name) => {
    const own = fields?.allowed.find(({ field }) => field === utmField[name]);
    return own ? [[name, own.values] as const] : [];
  });
  return { lowerCase: fields?.lowerCase === true, allowed: Object.fromEntries(allowed) };
}

/** What is filled in, as templates are kept. */
function presentOf(url: string): string {
  const filled = utmFields.map((name) => [name, utmOf(url, name).trim()]).filter(([, value]) => value !== "");
  return new URLSearchParams(filled).toString();
}
