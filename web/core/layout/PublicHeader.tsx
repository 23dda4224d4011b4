import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { useSession } from "../session/SessionProvider.tsx";
import { ThemeToggle } from "../theme/ThemeToggle.tsx";
import { Logo } from "../../ui/elements/Logo.tsx";
import { signedInHome } from "../navigation/paths.ts";
import classes from "./PublicHeader.module.css";

/** Header of the public pages. */
export function PublicHeader() {
  const { state } = useSession();
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.brand} aria-label="hoplog home">
        <Logo />
      </Link>
      <nav className={classes.nav} aria-label="Main">
        <ThemeToggle />
        {state.status === "signedIn" ? (
          <Button component={Link} to={signedInHome}>
            Go to Dashboard
          </Button>
        ) : (
          <>
            <Button component={Link} to="/login" variant="subtle">
              Sign In
            </Button>
            <Button component={Link} to="/register" className={classes.start ?? ""}>
              Get Started Free
            </Button>
          </>
        )}
      </nav>
    </header>
  );
}
