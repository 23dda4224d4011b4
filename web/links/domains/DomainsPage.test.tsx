import { renderScreen } from "../../testing/dom.tsx";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { refusal, type Resolvers } from "../../testing/graphqlServer.ts";
import { DomainsPage } from "./DomainsPage.tsx";

const id = (number: number) => `0199d1c2-0000-7000-8000-00000000000${number}`;

const stored = (name: string, over: object = {}) => ({
  id: id(name.length % 10),
  name,
  displayName: name,
  state: "pending",
  isDefault: false,
  ignoresCase: false,
  links: 0,
  rootUrl: null,
  unknownUrl: null,
  expiredUrl: null,
  robotsTxt: null,
  appleAppSiteAssociation: null,
  assetLinks: null,
  records: [
    { type: "TXT", name: `_hoplog.${name}`, value: "hoplog-verification=1234", isFound: false },
    { type: "CNAME", name, value: "s.example.org", isFound: true },
  ],
  problems: ["There is no TXT record yet."],
  warnings: [] as string[],
  certificate: null as object | null,
  checkedAt: "2026-01-01T00:00:00.000Z" as string | null,
  createdAt: "2026-01-01T00:00:00.000Z",
  ...over,
});

/** Opens the page on a server that stores domains in memory. */
async function open(domains: ReturnType<typeof stored>[], overrides: Resolvers = {}, path = "/settings/domains") {
  const inputs: unknown[] = [];
  const called = (wanted: string) => domains.find((domain) => domain.id === wanted) ?? refusal("NOT_FOUND_ERROR", "No");
  const client = await clientOf({
    domains: () => domains,
    domain: (args: { id: string }) => called(args.id),
    createDomain: (args: { name: string; ignoresCase: boolean }) => {
      inputs.push(args);
      const added = stored(args.name, { ignoresCase: args.ignoresCase });
      domains.push(added);
      return added;
    },
    updateDomain: (args: { id: string; input: object }) => {
      inputs.push(args.input);
      return Object.assign(called(args.id), args.input);
    },
    deleteDomain: (args: { id: string }) => {
      domains.splice(
        domains.findIndex((domain) => domain.id === args.id),
        1,
      );
      return args.id;
    },
    ...overrides,
  });
  renderScreen(<DomainsPage />, { client, path });
  return { user: userEvent.setup(), inputs };
}

const card = async (name: string) => within(await screen.findByRole("article", { name }));
const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));

describe("the page of domains", () => {
  it("says what a domain of one's own is for, adds one, and shows the records to set", async () => {
    const { user, inputs } = await open([]);
    await user.click(await screen.findByRole("button", { name: "Add your first domain" }));
    const form = await dialog("Add Domain");
    await user.type(form.getByLabelText(/^Domain/), " go.example.com ");
    const ignoresCase = form.getByLabelText("Ignore upper and lower case in short URLs");
    expect(ignoresCase).toHaveAccessibleDescription(/can't be changed later/);
    await user.click(ignoresCase);
    await user.click(form.getByRole("button", { name: "Add Domain" }));
    expect(inputs).toEqual([{ name: "go.example.com", ignoresCase: true }]);
    const details = await dialog("DNS records of go.example.com");
    const [, txt, cname] = await details.findAllByRole("row");
    expect(txt).toHaveTextContent(/^TXT ?Name ?_hoplog\.go\.example\.com.*hoplog-verification=1234.*Not found$/);
    expect(cname).toHaveTextContent(/^CNAME ?Name ?go\.example\.com.*s\.example\.org.*Found$/);
    await user.click(details.getByRole("button", { name: "Copy value of the TXT record" }));
    expect(await navigator.clipboard.readText()).toBe("hoplog-verification=1234");
    await user.click(details.getByRole("button", { name: "Copy name of the TXT record" }));
    expect(await navigator.clipboard.readText()).toBe("_hoplog.go.example.com");
  });

  it("shows beside the fields why a domain can't be added", async () => {
    const refusals = [
      refusal("CONFLICT_ERROR", "Your workspace already has this domain", { field: "name" }),
      refusal("VALIDATION_ERROR", "Invalid", {
        fields: [{ field: "ignoresCase", message: "Your workspace had this domain before" }],
      }),
      refusal("RATE_LIMIT_ERROR", "Too many domains were added"),
    ];
    const { user } = await open([], { createDomain: () => refusals.shift() }, "/settings/domains?new=1");
    const form = await dialog("Add Domain");
    await user.click(form.getByRole("button", { name: "Add Domain" }));
    expect(await form.findByText("The name of the domain is required")).toBeVisible();
    await user.type(form.getByLabelText(/^Domain/), "go.example.com{Enter}");
    await waitFor(() =>
      expect(form.getByLabelText(/^Domain/)).toHaveAccessibleDescription(/Your workspace already has this domain/),
    );
    await user.click(form.getByRole("button", { name: "Add Domain" }));
    expect(await form.findByText("Your workspace had this domain before")).toBeVisible();
    await user.click(form.getByRole("button", { name: "Add Domain" }));
    expect(await form.findByRole("alert")).toHaveTextContent("Too many domains were added");
    expect(form.getByLabelText(/^Domain/)).toHaveValue("go.example.com");
  });

  it("says of each domain in words how it stands, and how many URLs it has", async () => {
    await open([
      stored("a.example.com", { state: "verified", isDefault: true, links: 1234, ignoresCase: true }),
      stored("bb.example.com", { state: "misconfigured", links: 1 }),
      stored("xn--mnchen-3ya.example", { displayName: "münchen.example", state: "lost" }),
    ]);
    const first = await card("a.example.com");
    expect(first.getByText("Verified")).toBeVisible();
    expect(first.getByText("Default")).toBeVisible();
    expect(first.getByText("Upper and lower case are the same")).toBeVisible();
    expect(first.getByRole("link", { name: "1,234 URLs" })).toHaveAttribute("href", "/urls?domain=a.example.com");
    expect((await card("bb.example.com")).getByText("Misconfigured")).toBeVisible();
    const lost = await card("münchen.example");
    expect(lost.getByText("Lost")).toBeVisible();
    expect(lost.getByText(/don't work any more/)).toBeVisible();
  });

  it.each([
    [{ state: "waiting" }, /^Certificate: Being requested\. Until then browsers warn/, null],
    [{ state: "issued", notAfter: "2026-04-01T10:00:00.000Z" }, /^Certificate: Issued\. Valid until Apr 1, 2026/, null],
    [
      {
        state: "failed",
        error: "CAA records allow only other.example to issue certificates.",
        nextTryAt: "2026-01-01T01:00:00.000Z",
      },
      /^Certificate: Failed\. Browsers warn your visitors\. Next attempt: Jan 1, 2026/,
      "CAA records allow only other.example to issue certificates.",
    ],
    [
      {
        state: "issued",
        notAfter: "2026-04-01T10:00:00.000Z",
        error: "It moved.",
        nextTryAt: "2026-01-01T01:00:00.000Z",
      },
      /^Certificate: Issued\. Valid until Apr 1, 2026.* Next attempt to renew it: Jan 1, 2026/,
      "It moved.",
    ],
  ])("says of a certificate %j what it means", async (given, text, error) => {
    const certificate = { notAfter: null, error: null, nextTryAt: null, ...given };
    await open(
      [stored("go.example.com", { state: "verified", problems: [], certificate })],
      {},
      "/settings/domains?domain=go.example.com",
    );
    const details = await dialog("DNS records of go.example.com");
    expect(await details.findByText(text)).toBeVisible();
    if (error === null) expect(details.queryByRole("alert")).toBeNull();
    else expect(details.getByRole("alert")).toHaveTextContent(error);
  });

  it("says nothing of certificates that nobody requests or that are not needed yet", async () => {
    const none = { state: "none", notAfter: null, error: null, nextTryAt: null };
    for (const certificate of [null, none]) {
      await open([stored("go.example.com", { certificate })], {}, "/settings/domains?domain=go.example.com");
      const details = await dialog("DNS records of go.example.com");
      expect(await details.findByText("There is no TXT record yet.")).toBeVisible();
      expect(details.queryByText(/Certificate/)).toBeNull();
      cleanup();
    }
  });

  it("checks a domain at once, announces what was found, and says when that is done too often", async () => {
    const domain = stored("go.example.com", { checkedAt: null });
    let refused = false;
    const verifyDomain = () => {
      if (refused) return refusal("RATE_LIMIT_ERROR", "Too many checks. Try again in a minute.");
      refused = true;
      domain.records.forEach((record) => (record.isFound = true));
      return Object.assign(domain, { state: "verified", problems: [], checkedAt: "2026-01-02T10:00:00.000Z" });
    };
    const { user } = await open([domain], { verifyDomain }, "/settings/domains?domain=go.example.com");
    const details = await dialog("DNS records of go.example.com");
    expect(await details.findByText("There is no TXT record yet.")).toBeVisible();
    expect(details.getByRole("status")).toHaveTextContent("Not checked yet.");
    await user.click(details.getByRole("button", { name: "Check now" }));
    await waitFor(() =>
      expect(details.getByRole("status")).toHaveTextContent(/^Verified: 2 of 2 records found\. Last checked .*2026/),
    );
    expect(details.queryByText("What is wrong")).toBeNull();
    await user.click(details.getByRole("button", { name: "Check now" }));
    expect(await details.findByRole("alert")).toHaveTextContent("Too many checks. Try again in a minute.");
  });

  it("makes a domain the default one, and takes that back", async () => {
    const { user, inputs } = await open([stored("go.example.com")]);
    await user.click((await card("go.example.com")).getByRole("button", { name: "Make default go.example.com" }));
    await user.click(await screen.findByRole("button", { name: "No longer the default go.example.com" }));
    expect(await screen.findByRole("button", { name: "Make default go.example.com" })).toBeVisible();
    expect(inputs).toEqual([{ isDefault: true }, { isDefault: false }]);
  });

  it("sends the settings that differ, and shows beside their fields what is wrong", async () => {
    const refusals = [
      refusal("VALIDATION_ERROR", "Invalid", { fields: [{ field: "assetLinks", message: "Must be valid JSON" }] }),
    ];
    const domain = stored("go.example.com", { rootUrl: "https://example.com/", robotsTxt: "User-agent: *\n" });
    const updateDomain = ({ input }: { input: object }) => {
      inputs.push(input);
      return refusals.shift() ?? Object.assign(domain, input);
    };
    const { user, inputs } = await open([domain], { updateDomain });
    await user.click(await screen.findByRole("button", { name: "Settings of go.example.com" }));
    const form = await dialog("Settings of go.example.com");
    const field = (label: string) => form.findByLabelText(label);
    const save = () => user.click(form.getByRole("button", { name: "Save Changes" }));
    expect(await field("robots.txt")).toHaveValue("User-agent: *\n");
    expect(await field("robots.txt")).toHaveAccessibleDescription(/14 of 16,384 bytes/);

    await user.type(await field("Unknown short URLs lead to"), "ftp://example.com");
    fireEvent.change(await field("robots.txt"), { target: { value: "ü".repeat(8193) } });
    await save();
    expect(await form.findByText("Only http and https URLs can be shortened")).toBeVisible();
    expect(form.getByText(/Cannot exceed 16,384 bytes; these are 16,386/)).toBeVisible();
    expect(await field("Unknown short URLs lead to")).toHaveFocus();
    expect(inputs).toEqual([]);

    await user.clear(await field("Unknown short URLs lead to"));
    await user.clear(await field("robots.txt"));
    await user.clear(await field("Bare domain leads to"));
    fireEvent.change(await field("assetlinks.json"), { target: { value: "[{]" } });
    await save();
    await waitFor(async () => expect(await field("assetlinks.json")).toHaveAccessibleDescription(/Must be valid JSON/));
    expect(await field("assetlinks.json")).toHaveFocus();
    await user.clear(await field("assetlinks.json"));
    await save();
    expect(await screen.findByText("Domain updated.")).toBeVisible();
    expect(inputs).toEqual([
      { rootUrl: null, robotsTxt: null, assetLinks: "[{]" },
      { rootUrl: null, robotsTxt: null },
    ]);
  });

  it("removes a domain after saying what becomes of its links", async () => {
    const { user } = await open([stored("go.example.com", { links: 12 }), stored("other.example")]);
    await user.click((await card("go.example.com")).getByRole("button", { name: "Remove go.example.com" }));
    const question = await dialog("Remove Domain");
    expect(question.getByText(/Its 12 URLs stay in the list, marked, but stop working/)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByRole("article", { name: "go.example.com" })).toBeNull());
    expect(await card("other.example")).toBeDefined();
  });

  it("can be asked again when the list did not come", async () => {
    let broken = true;
    const { user } = await open([], {
      domains: () => (broken ? refusal("INTERNAL_ERROR", "Something went wrong") : [stored("go.example.com")]),
    });
    const retry = await screen.findByRole("button", { name: "Retry" });
    broken = false;
    await user.click(retry);
    expect((await card("go.example.com")).getByText("Pending")).toBeVisible();
  });
});
