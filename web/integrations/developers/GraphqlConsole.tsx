import { Button, Skeleton, Textarea } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import { type Failure, failureOf } from "../../core/errors/failure.ts";
import classes from "./DevelopersPage.module.css";
import { type Answer, readVariables, runOperation } from "./operation.ts";

const GraphqlEditor = lazy(() => import("./GraphqlEditor.tsx"));

const firstOperation = `query NewestLinks($first: Int!) {
  links(first: $first) {
    totalCount
    edges {
      node {
        name
        fullShortUrl
        originalUrl
      }
    }
  }
}
`;
const firstVariables = '{ "first": 5 }';

type State =
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly failure: Pick<Failure, "type" | "message"> }
  | { readonly kind: "answered"; readonly answer: Answer };

/** A GraphQL console that runs operations on the user's own account. */
export function GraphqlConsole() {
  const [operation, setOperation] = useState(firstOperation);
  const [variables, setVariables] = useState(firstVariables);
  const [state, setState] = useState<State>({ kind: "none" });
  const [isRunning, setRunning] = useState(false);
  const [variablesProblem, setVariablesProblem] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  // The editor's key bindings are set only once, so they read the latest values from a ref.
  const latest = useRef({ operation, variables });
  useEffect(() => {
    latest.current = { operation, variables };
  }, [operation, variables]);
  // Aborts the request when the page is left.
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(async () => {
    if (running.current) return;
    const own = new AbortController();
    running.current = own;
    setRunning(true);
    try {
      const { operation: query, variables: given } = latest.current;
      setState({ kind: "answered", answer: await runOperation(query, readVariables(given), own.signal) });
    } catch (error) {
      if (error instanceof SyntaxError) setVariablesProblem(error.message);
      else setState(own.signal.aborted ? { kind: "none" } : { kind: "failed", failure: failureOf(error) });
    } finally {
      running.current = null;
      setRunning(false);
    }
  }, []);
  const runNow = useCallback(() => void run(), [run]);

  return (
    <section className={classes.console} aria-label="GraphQL">
      <div className={`sheet ${classes.editor}`}>
        <Suspense fallback={<Skeleton height={220} />}>
          <GraphqlEditor value={operation} onChange={setOperation} onRun={runNow} />
        </Suspense>
      </div>
      <Textarea
        label="Variables"
        size="md"
        autosize
        minRows={1}
        maxRows={8}
        spellCheck={false}
        classNames={{ input: classes.code }}
        value={variables}
        error={variablesProblem}
        onChange={({ target }) => {
          setVariables(target.value);
          setVariablesProblem(null);
        }}
      />
      <div className={classes.actions}>
        {isRunning ? (
          <Button
            color="red.9"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            onClick={() => running.current?.abort()}
          >
            Cancel
          </Button>
        ) : (
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            disabled={operation.trim() === ""}
            onClick={runNow}
          >
            Run
          </Button>
        )}
        <span className={classes.hint} role="status">
          {isRunning ? "Running…" : stateText(state)}
        </span>
      </div>
      {state.kind === "failed" && <ErrorBanner {...state.failure} onDismiss={() => setState({ kind: "none" })} />}
      {state.kind === "answered" && (
        // Long responses must be scrollable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={`sheet ${classes.answer}`} tabIndex={0} aria-label="Answer">
          {state.answer.json}
        </pre>
      )}
    </section>
  );
}

function stateText(state: State): string {
  if (state.kind !== "answered") return "Ctrl or ⌘ + Enter runs it. Mutations change your account.";
  const { hasErrors, milliseconds } = state.answer;
  return `${hasErrors ? "Answered with errors" : "Answered"} in ${milliseconds} ms`;
}
