import type { ReactNode } from "react";
import { useEffect } from "react";
import { NavigationType, useNavigationType } from "react-router-dom";
import { PublicFooter } from "../../core/layout/PublicFooter.tsx";
import { PublicHeader } from "../../core/layout/PublicHeader.tsx";
import classes from "./LegalPage.module.css";

/** Layout of long texts. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  const isLinkNavigation = useNavigationType() !== NavigationType.Pop;
  // Scrolls up only after following a link: a reloaded page may have been scrolled already, and going back restores the
  // position.
  useEffect(() => {
    if (isLinkNavigation) window.scrollTo(0, 0);
  }, [isLinkNavigation]);
  return (
    <>
      <PublicHeader />
      <main className={classes.text}>
        <h1>{title}</h1>
        {children}
      </main>
      <PublicFooter />
    </>
  );
}
