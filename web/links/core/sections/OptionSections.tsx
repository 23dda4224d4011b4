import { Loader, Stack } from "@mantine/core";
import { type ComponentType, type KeyboardEvent, lazy, Suspense, useEffect, useState } from "react";
import { sectionNames, type SectionName, sectionOf } from "../options/errorPaths.ts";
import type { OptionsForm } from "../options/optionsForm.ts";
import { sectionSummary } from "../options/summaries.ts";
import { useSeveral } from "../changeable/changeable.tsx";
import { severalSummary } from "../changeable/summary.ts";
import { FocusFirst } from "./FocusFirst.tsx";
import { Section } from "./Section.tsx";

/** Content of a section; `linkId` is null for a new link. */
type Content = ComponentType<{ form: OptionsForm; linkId: string | null }>;

const sections: Readonly<Record<SectionName, { title: string; ofSeveral?: string; Content: Content }>> = {
  note: { title: "Note and external ID", ofSeveral: "Note", Content: lazy(() => import("./NoteSection.tsx")) },
  utm: { title: "UTM parameters", Content: lazy(() => import("./UtmSection.tsx")) },
  schedule: { title: "Schedule", Content: lazy(() => import("./ScheduleSection.tsx")) },
  redirect: { title: "Redirect", Content: lazy(() => import("./RedirectSection.tsx")) },
  preview: { title: "Preview", Content: lazy(() => import("./PreviewSection.tsx")) },
  password: { title: "Password", Content: lazy(() => import("./PasswordSection.tsx")) },
  rules: { title: "Rules", Content: lazy(() => import("../rules/RulesSection.tsx")) },
  split: { title: "Split", Content: lazy(() => import("../split/SplitSection.tsx")) },
};

/** Prevents Enter in a combobox from submitting the form. */
function preventEnterSubmit(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "Enter" || !(event.target instanceof HTMLElement)) return;
  if (event.target.getAttribute("role") === "combobox") event.preventDefault();
}

interface OptionSectionsProps {
  form: OptionsForm;
  /** ID of the link; null for a new one. */
  linkId: string | null;
  /** Number of failed submissions. */
  failures: number;
}

/**
 * Collapsed sections of advanced options. A failed submission expands those with errors and focuses the first error.
 */
export function OptionSections({ form, linkId, failures }: OptionSectionsProps) {
  const [open, setOpen] = useState<ReadonlySet<SectionName>>(new Set());
  const wrong = new Set(Object.keys(form.errors).flatMap((path) => sectionOf(path) ?? []));
  const [focused, setFocused] = useState<SectionName>();
  const several = useSeveral();

  useEffect(() => {
    if (failures === 0) return;
    setOpen((current) => new Set([...current, ...wrong]));
    // Errors above the sections get the focus first.
    const isAbove = Object.keys(form.errors).some((path) => sectionOf(path) === undefined);
    setFocused(isAbove ? undefined : sectionNames.find((name) => wrong.has(name)));
    // The effect runs only for failed submissions: later errors are visible where the user types.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failures]);

  const toggle = (name: SectionName) =>
    setOpen((current) => new Set(current.has(name) ? [...current].filter((one) => one !== name) : [...current, name]));

  return (
    <Stack gap="xs" onKeyDown={preventEnterSubmit}>
      {sectionNames.map((name) => {
        const { title, ofSeveral = title, Content } = sections[name];
        return (
          <Section
            key={name}
            title={several ? ofSeveral : title}
            summary={several ? severalSummary(name, several.chosen) : sectionSummary(name, form.values)}
            open={open.has(name)}
            wrong={wrong.has(name)}
            onToggle={() => toggle(name)}
          >
            <Suspense fallback={<Loader size="sm" role="status" aria-label="Loading" />}>
              <div>
                <Content form={form} linkId={linkId} />
                {open.has(name) && name === focused && <FocusFirst key={failures} form={form} />}
              </div>
            </Suspense>
          </Section>
        );
      })}
    </Stack>
  );
}
