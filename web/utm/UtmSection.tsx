import { readUtm } from "@hoplog/schema/links/utm.js";
import { Skeleton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { OptionsForm } from "../links/options/optionsForm.ts";
import { Section } from "../links/sections/Section.tsx";

const UtmFields = lazy(() => import("./UtmFields.tsx"));

/** The campaign parameters of the destination, as a part of the link's form. */
export function UtmSection({ form }: { form: OptionsForm }) {
  const [open, setOpen] = useState(false);
  const values = Object.values(readUtm(form.values.originalUrl)).filter((value) => value !== "");
  return (
    <Section
      title="Campaign (UTM)"
      summary={values.join(", ")}
      open={open}
      wrong={false}
      onToggle={() => setOpen(!open)}
    >
      <Suspense fallback={<Skeleton height={220} radius="md" />}>
        <UtmFields
          originalUrl={form.values.originalUrl}
          onChange={(originalUrl) => form.setFieldValue("originalUrl", originalUrl)}
        />
      </Suspense>
    </Section>
  );
}
