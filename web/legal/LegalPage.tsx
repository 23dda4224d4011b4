import type { ReactNode } from "react";
import { useEffect } from "react";
import { PublicFooter } from "../layout/PublicFooter.tsx";
import { PublicHeader } from "../layout/PublicHeader.tsx";
import classes from "./LegalPage.module.css";

/** The frame of a long text. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => window.scrollTo(0, 0), []);
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
