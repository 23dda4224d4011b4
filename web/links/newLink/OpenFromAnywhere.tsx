import { useCallback } from "react";
import { toastFailure } from "../../core/errors/toasts.tsx";
import classes from "./NewLinkPage.module.css";
import { bookmarklet } from "./shared.ts";

/** Explains how to open this page from other pages. */
export function OpenFromAnywhere() {
  // The bookmark is created without React, because React blocks `javascript:` URLs.
  const addBookmark = useCallback((place: HTMLElement | null) => {
    const bookmark = document.createElement("a");
    bookmark.href = bookmarklet(window.location.origin);
    bookmark.className = classes.bookmark ?? "";
    bookmark.textContent = "Shorten with hoplog";
    bookmark.addEventListener("click", (event) => {
      event.preventDefault();
      toastFailure("Drag it to your bookmarks: here it has nothing to shorten.");
    });
    place?.replaceChildren(bookmark);
  }, []);
  return (
    <section className={classes.about} aria-label="From anywhere">
      <h2>From your browser</h2>
      <p>
        Drag this to your bookmarks. A click on it, on any page, brings you here with that page's address and title;
        nothing is made before you say so.
      </p>
      <p>
        <span ref={addBookmark} />
      </p>
      <h2>From your phone</h2>
      <p>
        Install hoplog from your browser's menu (“Install app” or “Add to Home screen”). On Android it is then among the
        apps that a page can be shared with.
      </p>
      <h2>From your own tools</h2>
      <p>
        Open <code>{`${window.location.origin}/new?page=…&name=…`}</code>, or call the API with{" "}
        <code>findOrCreate</code>.
      </p>
    </section>
  );
}
