interface LandingContent {
  figures: readonly { value: string; label: string }[];
  users: string;
  operator: string;
  contactEmail: string | null;
}

/** Texts and names on the landing, privacy and terms pages, for operators to edit. */
export const content: LandingContent = {
  /** Figures in the band below the hero of the landing page. */
  figures: [
    { value: "50M+", label: "Links created" },
    { value: "200M+", label: "Clicks counted" },
    { value: "99.9%", label: "Uptime" },
    { value: "150+", label: "Countries" },
  ],
  /** Number of users, in the closing section of the landing page. */
  users: "100,000+",
  /** Name of the operator, for the privacy and terms pages. */
  operator: "the operator of this site",
  /** Contact email address; if null, the pages refer to the address that the operator has communicated elsewhere. */
  contactEmail: null,
};

/** The contact address, as the end of a sentence. */
export const contactText =
  content.contactEmail === null ? "the address that the operator gave you" : content.contactEmail;
