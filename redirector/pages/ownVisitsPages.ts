import { type Page, render } from "./page.ts";

const style = `form { display: grid; gap: 0.75rem; margin: 0 0 1.5rem; }
button { width: 100%; padding: 0.625rem 0.75rem; border: 0; border-radius: 0.5rem; font: inherit; font-weight: 600;
  background: var(--hop); color: var(--on-hop); cursor: pointer; }
:focus-visible { outline: 3px solid var(--hop); outline-offset: 2px; }
:root { --on-hop: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --on-hop: #10160f; } }
`;

const html = `<form method="post">
<button name="count" value="leave-out">Leave out this browser</button>
<button name="count" value="in">Count this browser again</button>
</form>
`;

/** Creates the pages on which a browser's visits are marked as a workspace's own. They work without JavaScript. */
export function ownVisitsPages(home: string | null) {
  const page = (status: number, title: string, text: string): Page => ({
    status,
    body: render(home, title, text, { style, html }),
    hasForm: true,
  });
  return {
    ownVisits: page(
      200,
      "Own visits",
      "Visits from this browser to short links of this host can be left out of the figures of the workspace that gave you this address. One cookie remembers it for 400 days.",
    ),
    ownVisitsLeftOut: page(
      200,
      "Left out",
      "Visits from this browser to that workspace's links of this host are left out from now on.",
    ),
    ownVisitsCounted: page(200, "Counted again", "Visits from this browser count like any others. The cookie is gone."),
    noOwnMark: page(
      400,
      "Not marked",
      "The address of this page lacks the workspace's own parameter. Open it from the page of bots.",
    ),
  };
}
