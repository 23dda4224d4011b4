import { useMutation, useQuery } from "@apollo/client/react";
import { Alert, Button, Code, Group, Skeleton, Stack, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  DisableTotpDocument,
  KeepSecondFactorDocument,
  MeDocument,
  ReplaceRecoveryCodesDocument,
  SecondFactorDocument,
} from "../../core/graphql/generated/graphql.ts";
import { copyToClipboard } from "../../core/files/clipboard.ts";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { timeText } from "../../ui/timeText.ts";
import { SetUp } from "./SetUp.tsx";

const BothFactorsModal = lazy(() => import("./BothFactorsModal.tsx"));
const again = { refetchQueries: [SecondFactorDocument], awaitRefetchQueries: true };
// Every page shows a notice of the removal, which is queried with `me`.
const withNotice = { ...again, refetchQueries: [SecondFactorDocument, MeDocument] };

/** Page that turns the second factor on and off, and shows its state. */
export function SecondFactorPage() {
  const { data, error, refetch } = useQuery(SecondFactorDocument, { fetchPolicy: "cache-and-network" });
  const [disable] = useMutation(DisableTotpDocument, withNotice);
  const [replace] = useMutation(ReplaceRecoveryCodesDocument, again);
  const [keep, { loading: keeping }] = useMutation(KeepSecondFactorDocument, withNotice);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [dialog, setDialog] = useState<"codes" | "off" | null>(null);
  const factor = data?.secondFactor;

  const onKeep = async () => {
    try {
      await keep();
      toastSuccess("The second factor stays on.");
    } catch (failure) {
      toastError(failure, "The removal could not be stopped");
    }
  };

  return (
    <>
      <PageHead title="Second factor" subtitle="A code in addition to your password" />
      {!factor && error && <QueryFailure error={error} refetch={refetch} />}
      {!factor && !error && <Skeleton height={240} radius="lg" role="status" aria-label="Loading" />}
      {factor?.removalAt && (
        <Alert color="amber" mb="md" title="The second factor is about to be removed">
          <p>
            Someone who knows your password has requested this. The first sign-in after {timeText(factor.removalAt)}{" "}
            removes it.
          </p>
          <Button variant="default" loading={keeping} onClick={() => void onKeep()}>
            Keep it
          </Button>
        </Alert>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      {factor && !codes && !factor.isEnabled && (
        <SetUp
          onDone={(made) => {
            setCodes(made);
            void refetch().catch(() => undefined);
          }}
        />
      )}
      {factor?.isEnabled && !codes && (
        <Stack gap="md" maw={520}>
          <Text>
            On{factor.enabledAt && ` since ${timeText(factor.enabledAt)}`}. Recovery codes left:{" "}
            {factor.recoveryCodesLeft}.
          </Text>
          <Group>
            <Button variant="default" onClick={() => setDialog("codes")}>
              New recovery codes
            </Button>
            <Button variant="light" color="red" onClick={() => setDialog("off")}>
              Turn off
            </Button>
          </Group>
        </Stack>
      )}
      <Suspense fallback={null}>
        {dialog === "codes" && (
          <BothFactorsModal
            title="New recovery codes"
            text="The current recovery codes will stop working. Enter a code from your authenticator app."
            action="Replace codes"
            fallback="The codes could not be replaced"
            onClose={() => setDialog(null)}
            onSubmit={async (variables) => {
              const { data: made } = await replace({ variables });
              if (made) setCodes(made.replaceRecoveryCodes);
              setDialog(null);
            }}
          />
        )}
        {dialog === "off" && (
          <BothFactorsModal
            title="Turn off the second factor"
            text="Then your password alone signs you in. Enter a code from your authenticator app, or a recovery code."
            action="Turn off"
            dangerous
            fallback="The second factor could not be turned off"
            onClose={() => setDialog(null)}
            onSubmit={async (variables) => {
              await disable({ variables });
              setDialog(null);
              toastSuccess("Second factor turned off.");
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join("\n");
  return (
    <Stack gap="md" maw={420}>
      <Text role="status">
        The second factor is on. Save these recovery codes where you can find them without your phone. Each of them can
        replace one code of the app. They are not shown again.
      </Text>
      <Code block aria-label="Recovery codes">
        {text}
      </Code>
      <Group>
        <Button variant="default" onClick={() => void copyToClipboard(text)}>
          Copy
        </Button>
        <Button
          component="a"
          variant="default"
          download="hoplog-recovery-codes.txt"
          href={`data:text/plain,${encodeURIComponent(text)}`}
        >
          Download
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </Group>
    </Stack>
  );
}
