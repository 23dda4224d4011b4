import { useQuery } from "@apollo/client/react";
import { type UtmField, utmFields } from "@hoplog/schema/links/utm.js";
import { utmOf, withUtm } from "@hoplog/schema/links/utmUrl.js";
import { utmProblem, type UtmRules } from "@hoplog/schema/links/utmRules.js";
import { Autocomplete, Text } from "@mantine/core";
import { foldedFilter } from "../../../ui/elements/foldedFilter.ts";
import {
  UtmRulesDocument,
  type UtmRulesFieldsFragment,
  UtmValuesDocument,
} from "../../../core/graphql/generated/graphql.ts";
import { utmLabels } from "../../campaigns/utmLabels.ts";
import { UtmTemplates } from "../../campaigns/UtmTemplates.tsx";
import type { OptionsForm } from "../options/optionsForm.ts";
import { Changeable, useSeveral } from "../changeable/changeable.tsx";
import classes from "./sections.module.css";

/**
 * UTM fields, kept in sync with the destination's query string. Suggests previously used values, or those that the
 * workspace's rules allow.
 */
export default function UtmSection({ form }: { form: OptionsForm }) {
  const several = useSeveral();
  const url = several?.utmUrl ?? form.values.originalUrl;
  const setUrl = (next: string) => (several ? several.setUtmUrl(next) : form.setFieldValue("originalUrl", next));
  const values = useQuery(UtmValuesDocument, { fetchPolicy: "cache-and-network" });
  const used = new Map(values.data?.utmValues.map((one) => [one.field, one.values]));
  const ruled = useQuery(UtmRulesDocument, { fetchPolicy: "cache-and-network" });
  const rules = rulesOf(ruled.data?.utmRules);
  const problem = URL.canParse(url) ? utmProblem(rules, url) : null;
  const typed = (name: UtmField, value: string) =>
    rules.lowerCase && name.startsWith("utm_") ? value.toLowerCase() : value;
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {several
          ? "They are written into the destination that each URL has, for the statistics of its site. What is left blank is taken out of it."
          : "They are written into the destination above, for the statistics of its site."}
      </Text>
      <UtmTemplates
        present={presentOf(url)}
        onChoose={(template) => {
          setUrl(utmFields.reduce((made, name) => withUtm(made, name, template.get(name) ?? ""), url));
          several?.choose(
            utmFields.filter((name) => template.has(name)).map((name) => `utm.${name}`),
            true,
          );
        }}
      />
      <div className={classes.pairs}>
        {utmFields.map((name) => (
          <Changeable key={name} field={`utm.${name}`} label={utmLabels[name].label}>
            <Autocomplete
              size="sm"
              autoComplete="off"
              {...utmLabels[name]}
              data-path={`utm.${name}`}
              value={utmOf(url, name)}
              error={form.errors[`utm.${name}`]}
              data={[...(rules.allowed[name] ?? used.get(name) ?? [])]}
              limit={10}
              filter={foldedFilter}
              onChange={(value) => {
                setUrl(withUtm(url, name, typed(name, value)));
                form.clearFieldError(`utm.${name}`);
              }}
            />
          </Changeable>
        ))}
      </div>
      {problem !== null && (
        <Text role="status" size="sm" c="var(--mantine-color-error)" mt="sm">
          {problem}
        </Text>
      )}
    </>
  );
}

function rulesOf(fields: UtmRulesFieldsFragment | undefined): UtmRules {
  const allowed = utmFields.flatMap((name) => {
    const own = fields?.allowed.find(({ field }) => field === name);
    return own ? [[name, own.values] as const] : [];
  });
  return { lowerCase: fields?.lowerCase === true, allowed: Object.fromEntries(allowed) };
}

/** Returns the present UTM parameters in the format of templates. */
function presentOf(url: string): string {
  const filled = utmFields.map((name) => [name, utmOf(url, name).trim()]).filter(([, value]) => value !== "");
  return new URLSearchParams(filled).toString();
}
