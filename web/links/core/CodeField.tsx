import { NativeSelect, Skeleton, TextInput, type TextInputProps } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import { codeHintIn, codeProblemIn, domainChoices, domainNameOf, type OwnDomain } from "./codePlaces.ts";
import classes from "./LinkForm.module.css";
import { displayUrl } from "./linkTexts.ts";
import type { OptionsForm } from "./options/optionsForm.ts";

const CodeHelp = lazy(() => import("../availability/CodeHelp.tsx"));

interface CodeFieldProps {
  form: OptionsForm;
  link: LinkCardFragment | null;
  /** The default domain's base URL; null if unknown. */
  defaultBase: string | null;
  domains: readonly OwnDomain[];
}

/** Fields for the short URL: a domain select, if there is a choice, and the code. */
export function CodeField(props: CodeFieldProps) {
  const { form, link } = props;
  const { shortUrl, domain, originalUrl } = form.values;
  const typed = shortUrl.trim();
  const isNew = link === null || typed !== link.shortUrl || domain !== domainNameOf(link);
  const isCode = typed !== "" && codeProblemIn({ shortUrl, domain }, link) === null;
  return (
    <div>
      <Fields {...props} />
      <Suspense fallback={<Skeleton height={26} mt={6} />}>
        <CodeHelp
          code={isNew && isCode ? typed : null}
          domain={domain}
          originalUrl={originalUrl}
          onChoose={(code) => form.setFieldValue("shortUrl", code)}
        />
      </Suspense>
    </div>
  );
}

function Fields({ form, link, defaultBase, domains }: CodeFieldProps) {
  const base = defaultBase === null ? "" : displayUrl(defaultBase);
  const own = domains.find(({ name }) => name === form.values.domain);
  const hint = codeHintIn(form.values.domain, own?.ignoresCase === true);
  const code = {
    label: "Custom Short URL",
    description: link ? hint : `${hint}. Leave blank to generate one.`,
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    placeholder: "spring-news",
    ...form.getInputProps("shortUrl"),
  };
  const choices = choicesOf(domains, link);
  if (choices.length === 0) {
    return (
      <TextInput
        {...code}
        {...(base !== "" && {
          leftSection: <span className={classes.base}>{base}</span>,
          leftSectionWidth: `min(50%, ${base.length * 8 + 20}px)`,
          leftSectionPointerEvents: "none",
        })}
      />
    );
  }
  const { onChange, ...domain } = form.getInputProps("domain");
  return (
    <div className={classes.place}>
      <NativeSelect
        label="Domain"
        size="md"
        inputWrapperOrder={below}
        description={adviceOn(own)}
        data={[{ value: "", label: base || "Default domain" }, ...choices]}
        {...domain}
        onChange={(event) => {
          onChange(event);
          // The error is cleared, because domains have different rules for codes.
          form.clearFieldError("shortUrl");
        }}
      />
      <TextInput {...code} inputWrapperOrder={below} />
    </div>
  );
}

/** Order that aligns the domain select with the code input, whatever descriptions and errors are shown. */
const below: NonNullable<TextInputProps["inputWrapperOrder"]> = ["label", "input", "description", "error"];

function choicesOf(domains: readonly OwnDomain[], link: LinkCardFragment | null) {
  const choices = domainChoices(domains);
  const present = link?.domain ?? null;
  if (present === null || domains.some(({ name }) => name === present.name)) return choices;
  const { name, displayName, state } = present;
  return [...choices, { value: name, label: `${displayName}/${state === "removed" ? " (removed)" : ""}` }];
}

function adviceOn(domain: OwnDomain | undefined): string | undefined {
  if (domain?.state === "pending") return "Not verified yet: its URLs work once it is";
  if (domain?.state === "lost") return "Lost: its URLs don't work until it is verified again";
  return undefined;
}
