import { useMutation, useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { utmFields } from "@hoplog/schema/links/utm.js";
import { Button, Skeleton, Switch, TagsInput, Text } from "@mantine/core";
import { useState } from "react";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { failureOf } from "../../core/errors/failure.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import {
  SetUtmRulesDocument,
  UtmRulesDocument,
  type UtmRulesFieldsFragment,
} from "../../core/graphql/generated/graphql.ts";
import { PresetRow } from "../views/PresetRow.tsx";
import classes from "../../ui/elements/namedRows.module.css";
import { usePresets } from "../views/usePresets.ts";
import { utmLabels } from "./utmLabels.ts";
import { ProfileCard } from "../../ui/elements/ProfileCard.tsx";
import own from "./UtmCard.module.css";

/** The workspace's rules for campaign parameters, and its templates. Loaded in its own chunk. */
export default function UtmCard() {
  const { data, error, refetch } = useQuery(UtmRulesDocument, { fetchPolicy: "cache-and-network" });
  return (
    <ProfileCard title="UTM Parameters">
      {!data && error && <QueryFailure error={error} refetch={refetch} />}
      {!data && !error && <Skeleton height={160} radius="md" />}
      {data && <RulesForm rules={data.utmRules} />}
      <Templates />
    </ProfileCard>
  );
}

type Allowed = Readonly<Record<string, readonly string[]>>;

function RulesForm({ rules }: { rules: UtmRulesFieldsFragment }) {
  const [lowerCase, setLowerCase] = useState(rules.lowerCase);
  const [allowed, setAllowed] = useState<Allowed>(() =>
    Object.fromEntries(rules.allowed.map(({ field, values }) => [field, values])),
  );
  const [problem, setProblem] = useState<{ field: string | undefined; message: string } | null>(null);
  const [setRules, { loading }] = useMutation(SetUtmRulesDocument);

  const save = async () => {
    setProblem(null);
    const entries = utmFields.map((name) => ({ field: name, values: [...(allowed[name] ?? [])] }));
    try {
      await setRules({
        variables: { input: { lowerCase, allowed: entries.filter(({ values }) => values.length > 0) } },
      });
      toastSuccess("The rules are saved.");
    } catch (failed) {
      const { message, details } = failureOf(failed);
      const [first] = details.fields ?? [];
      setProblem({ field: first?.field, message: first?.message ?? message });
    }
  };
  const problemOf = (name: string) => (problem?.field === `allowed.${name}` ? problem.message : null);
  const isPlaced = utmFields.some((name) => problemOf(name) !== null);
  return (
    <>
      <p style={{ margin: "0 0 12px" }}>
        Rules for new URLs and for edits, here and over the API. URLs that are there stay as they are.
      </p>
      <Switch
        mb="md"
        label="UTM values must be in lower case"
        checked={lowerCase}
        onChange={(event) => setLowerCase(event.currentTarget.checked)}
      />
      {utmFields.map((name) => (
        <TagsInput
          key={name}
          mb="sm"
          size="sm"
          label={`${utmLabels[name].label}, allowed values`}
          placeholder={(allowed[name] ?? []).length === 0 ? "Any" : ""}
          clearable
          maxTags={limits.utmAllowedMax}
          splitChars={[","]}
          error={problemOf(name)}
          value={[...(allowed[name] ?? [])]}
          onChange={(values) => setAllowed({ ...allowed, [name]: values })}
        />
      ))}
      {problem && !isPlaced && (
        <Text role="alert" size="sm" c="red" mb="sm">
          {problem.message}
        </Text>
      )}
      <Button variant="default" loading={loading} onClick={() => void save()}>
        Save Rules
      </Button>
    </>
  );
}

function Templates() {
  const { presets, error, refetch, change, remove } = usePresets("utmTemplate");
  return (
    <>
      <h3 style={{ margin: "24px 0 4px", fontSize: 15 }}>Templates</h3>
      {!presets && error && <QueryFailure error={error} refetch={refetch} />}
      {presets?.length === 0 && (
        <p className={classes.note}>None yet. The form of a URL saves what is filled in as one.</p>
      )}
      <ul className={classes.list} aria-label="Templates">
        {presets?.map((preset) => (
          <PresetRow
            key={preset.id}
            preset={preset}
            onRename={(name) => change(preset, { name })}
            onDelete={() => remove(preset)}
          >
            <span className={own.query}>{new URLSearchParams(preset.query).toString()}</span>
          </PresetRow>
        ))}
      </ul>
    </>
  );
}
