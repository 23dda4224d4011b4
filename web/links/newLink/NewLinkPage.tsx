import type { FoundLink } from "./CreatedLink.tsx";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { Logo } from "../../ui/elements/Logo.tsx";
import { signedInHome } from "../../core/navigation/paths.ts";
import { ThemeToggle } from "../../core/theme/ThemeToggle.tsx";
import { OpenFromAnywhere } from "./OpenFromAnywhere.tsx";
import { CreatedLink } from "./CreatedLink.tsx";
import { NewLinkForm } from "./NewLinkForm.tsx";
import classes from "./NewLinkPage.module.css";
import { sharedLink } from "./shared.ts";

/** Creates a short link in one step from the URL's parameters. Nothing is created before the user submits. */
export function NewLinkPage() {
  const [query, setQuery] = useSearchParams();
  const [found, setFound] = useState<FoundLink | null>(null);
  const shared = sharedLink(query);
  const again = () => {
    setFound(null);
    setQuery({}, { replace: true });
  };
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Link to={signedInHome} className={classes.brand} aria-label="hoplog dashboard">
          <Logo />
        </Link>
        <ThemeToggle />
      </header>
      <main className={classes.main}>
        <h1 className={classes.title}>{found ? "Your short link" : "Shorten a link"}</h1>
        <div className={classes.card}>
          {found ? (
            <CreatedLink found={found} onAgain={again} />
          ) : (
            <NewLinkForm key={query.toString()} shared={shared} onFound={setFound} />
          )}
        </div>
        {!found && shared.originalUrl === "" && <OpenFromAnywhere />}
      </main>
    </div>
  );
}
