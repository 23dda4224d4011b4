import { Link } from "react-router-dom";
import { Logo } from "../../ui/elements/Logo.tsx";
import classes from "./PublicFooter.module.css";

export function PublicFooter() {
  return (
    <footer className={classes.footer}>
      <Logo />
      <nav aria-label="Footer" className={classes.links}>
        <Link to="/register">Get Started</Link>
        <Link to="/dashboard">View Analytics</Link>
        <Link to="/privacy">Privacy</Link>
        <Link to="/terms">Terms</Link>
      </nav>
    </footer>
  );
}
