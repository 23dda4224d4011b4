import type { ReactNode } from "react";
import { useEffect } from "react";
import { NavigationType, useNavigationType } from "react-router-dom";
import { PublicFooter } from "../../core/layout/PublicFooter.tsx";
import { PublicHeader } from "../../core/layout/PublicHeader.tsx";
import classes from "./LegalPage.module.css";

/** The frame of a long text. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  const cameByLink = useNavigationType() !== NavigationType.Pop;
  // Whoever loaded the page may have read on by now, and whoever comes back is taken to where they were.
  useEffect(() => {
    if (cameByLink) window.scrollTo(0, 0);
  }, [cameByLink]);
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
