import type { DomainSettings } from "@hoplog/schema/domains/settings.js";
import type { ServerResponse } from "node:http";

/** A file that a domain serves to crawlers and apps. */
export interface DomainFile {
  readonly contentType: string;
  /** Content; undefined if the owner has not provided the file. */
  readonly text: string | undefined;
}

/** Returns the file at a path; null if the path is not one of these files. */
export function domainFileAt(path: string, settings: DomainSettings): DomainFile | null {
  switch (path) {
    case "/robots.txt":
      return { contentType: "text/plain; charset=utf-8", text: settings.robotsTxt };
    case "/.well-known/apple-app-site-association":
    case "/apple-app-site-association":
      return { contentType: "application/json", text: settings.appleAppSiteAssociation };
    case "/.well-known/assetlinks.json":
      return { contentType: "application/json", text: settings.assetLinks };
    default:
      return null;
  }
}

export function sendFile(response: ServerResponse, contentType: string, text: string): void {
  const body = Buffer.from(text);
  response.writeHead(200, {
    "content-type": contentType,
    "content-length": body.length,
    "cache-control": "public, max-age=300",
    "x-content-type-options": "nosniff",
  });
  response.end(body);
}
