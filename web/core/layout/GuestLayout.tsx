import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { ThemeToggle } from "../theme/ThemeToggle.tsx";
import classes from "./GuestLayout.module.css";
import { HopArt } from "../../ui/elements/HopArt.tsx";
import { Logo } from "../../ui/elements/Logo.tsx";

interface GuestLayoutProps {
  title: string;
  subtitle: ReactNode;
  children: ReactNode;
}

/** Layout of the guest screens: the form and, if there is space, a product description next to it. */
export function GuestLayout({ title, subtitle, children }: GuestLayoutProps) {
  return (
    <div className={classes.layout}>
      <aside className={classes.side}>
        <Link to="/" className={classes.brand} aria-label="hoplog home">
          <Logo />
        </Link>
        <div>
          <p className={classes.claim}>
            Every hop,
            <br />
            counted as it lands.
          </p>
          <p className={classes.words}>Short links that answer at once, and clicks you can watch arrive.</p>
        </div>
        <HopArt />
      </aside>
      <main className={classes.main}>
        <div className={classes.top}>
          <Link to="/" className={classes.smallBrand} aria-label="hoplog home">
            <Logo />
          </Link>
          <ThemeToggle />
        </div>
        <div className={classes.form}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.subtitle}>{subtitle}</p>
          {children}
        </div>
      </main>
    </div>
  );
}
