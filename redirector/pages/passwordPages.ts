import { type Page, render } from "./page.ts";

const style = `form { display: grid; gap: 0.5rem; margin: 0 0 1.5rem; text-align: left; }
label { font-weight: 600; }
input, button { box-sizing: border-box; width: 100%; padding: 0.625rem 0.75rem; border-radius: 0.5rem; font: inherit; }
input { border: 1px solid var(--soft); background: transparent; color: var(--ink); }
input[aria-invalid] { border-color: var(--bad); }
button { border: 0; background: var(--hop); color: var(--on-hop); margin-top: 0.5rem; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--hop); outline-offset: 2px; }
:root { --bad: #b3261e; --on-hop: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --bad: #ffa79b; --on-hop: #10160f; } }
#problem { margin: 0; color: var(--bad); }
`;

/** Creates the pages of links with a password. They work without JavaScript. */
export function passwordPages(home: string | null) {
  const asking = (status: number, problem: string | null): Page => ({
    status,
    body: render(home, "Password needed", "The owner of this short link has protected it with a password.", {
      style,
      html: form(problem),
    }),
    hasForm: true,
  });
  return {
    password: asking(200, null),
    noPassword: asking(400, "Enter the password."),
    wrongPassword: asking(403, "This password is wrong."),
    tooManyTries: asking(429, "There were too many wrong passwords. Please try again in a few minutes."),
    busy: { ...asking(503, "Too many visitors at once. Please try again in a moment."), retryAfter: 1 },
    asksForPassword: {
      status: 200,
      body: render(home, "Password needed", "This short link requires a password before it shows its destination."),
    },
  };
}

/**
 * Renders the form, which is sent to the page's own URL, including its query. Autocomplete is off, because a browser
 * stores passwords per host and would fill in the password of another link.
 */
function form(problem: string | null): string {
  const message = problem === null ? "" : `<p id="problem" role="alert">${problem}</p>\n`;
  const invalid = problem === null ? "" : ` aria-invalid="true" aria-describedby="problem"`;
  return `<form method="post">
<label for="password">Password</label>
${message}<input id="password" name="password" type="password" autocomplete="off" required autofocus${invalid}>
<button>Continue</button>
</form>
`;
}
