import { limits } from "@hoplog/schema/limits.js";
import { type FormEvent, useId, useState } from "react";
import { submitPassword } from "./answers.ts";
import classes from "./SharedPage.module.css";

/** Asks for a shared page's password. */
export function PasswordForm({ token, onGiven }: { token: string; onGiven: () => void }) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [fieldId, problemId] = [useId(), useId()];
  const give = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const refused = await submitPassword(token, password);
    setIsBusy(false);
    setProblem(refused);
    if (refused === null) onGiven();
  };
  return (
    <form className={classes.absent} onSubmit={(event) => void give(event)}>
      <h1>This page has a password</h1>
      <p>
        <label htmlFor={fieldId}>Password</label>
        <input
          id={fieldId}
          className={classes.input}
          type="password"
          autoComplete="off"
          required
          maxLength={limits.sharePasswordMax}
          value={password}
          aria-invalid={problem !== null}
          aria-describedby={problemId}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </p>
      <p id={problemId} className={classes.problem} role="alert">
        {problem}
      </p>
      <button type="submit" className={classes.button} disabled={isBusy}>
        Show the page
      </button>
    </form>
  );
}
