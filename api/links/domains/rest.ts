import { domainSettingNames } from "@hoplog/schema/domains/settings.js";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Actor, RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { etagOf } from "../../kernel/calls/etag.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, parseInput, text } from "../../kernel/calls/parse.ts";
import { domainAnswers, domainsTag } from "./answers.ts";
import { createDomain, changeDomain, deleteDomain, verifyDomain } from "./commands.ts";
import { type FoundDomain, getDomain, linksPerDomain, listDomains } from "./queries.ts";
import type { DomainServices } from "./services.ts";

const yesOrNo = z.boolean("Must be true or false").optional();

export const newDomainBody = z.object({ name: text, ignoresCase: yesOrNo });

// How long files may be is said in bytes, where they are read.
const setting = z.string("Must be a text").nullish();

export const domainBody = z.object({
  rootUrl: setting,
  unknownUrl: setting,
  expiredUrl: setting,
  robotsTxt: setting,
  appleAppSiteAssociation: setting,
  assetLinks: setting,
  isDefault: yesOrNo,
});

export function domainRoutes(app: FastifyInstance, services: DomainServices, requireActor: RequireActor): void {
  const answered = async (actor: Actor, reply: FastifyReply, found: FoundDomain, said?: string) => {
    reply.header("etag", etagOf(found.revision));
    const [domain] = await domainBodies(services, actor, [found]);
    return { success: true, ...(said !== undefined && { message: said }), domain, data: domain };
  };

  app.post(
    "/api/domains",
    documented({
      id: "createDomain",
      tagged: true,
      tag: domainsTag,
      summary: "Add a domain",
      description:
        "It is looked up in DNS at once; `records` says what to set there. `ignoresCase` can't be changed later. A name that waits for proof may wait elsewhere too: whoever proves it first gets it.",
      body: newDomainBody,
      example: { name: "go.example.com", ignoresCase: false },
      answer: { status: 201, is: domainAnswers.DomainAnswer },
      failures: [400, 409],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const added = await createDomain(services, actor, parseInput(newDomainBody, request.body));
      return reply.code(201).send(await answered(actor, reply, added, "Domain added successfully!"));
    },
  );

  app.get(
    "/api/domains",
    documented({
      id: "listDomains",
      tag: domainsTag,
      summary: "List domains, by name",
      description: "All of the workspace's that were not removed, with what the last check of each has found.",
      answer: { status: 200, is: domainAnswers.DomainsAnswer },
      failures: [],
    }),
    async (request) => {
      const actor = await requireActor(request);
      return { success: true, data: await domainBodies(services, actor, await listDomains(services, actor)) };
    },
  );

  app.get(
    "/api/domains/:id",
    documented({
      id: "getDomain",
      tagged: true,
      tag: domainsTag,
      summary: "One domain",
      description: "With the DNS records to set, and what the last check has found.",
      answer: { status: 200, is: domainAnswers.DomainAnswer },
      failures: [404],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Domain");
      const domain = await getDomain(services, actor, id);
      return answered(actor, reply, domain);
    },
  );

  app.patch(
    "/api/domains/:id",
    documented({
      id: "updateDomain",
      tagged: true,
      tag: domainsTag,
      summary: "Change what a domain serves",
      description:
        "At least one field; what is missing stays, and null or a blank text clears. At most one domain is the default one for new links: it takes the place of the one before.",
      body: domainBody,
      example: { rootUrl: "https://example.com/", isDefault: true },
      conditional: true,
      answer: { status: 200, is: domainAnswers.DomainAnswer },
      failures: [400, 404],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Domain");
      const changed = await changeDomain(services, actor, id, parseInput(domainBody, request.body));
      return answered(actor, reply, changed, "Domain updated successfully!");
    },
  );

  app.post(
    "/api/domains/:id/verify",
    documented({
      id: "verifyDomain",
      tagged: true,
      tag: domainsTag,
      summary: "Look a domain up in DNS now",
      description: "It is done again and again by itself too: often while it is being set up, then daily.",
      answer: { status: 200, is: domainAnswers.DomainAnswer },
      failures: [400, 404],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      return answered(actor, reply, await verifyDomain(services, actor, idOf(request.params, "Domain")));
    },
  );

  app.delete(
    "/api/domains/:id",
    documented({
      id: "deleteDomain",
      tag: domainsTag,
      summary: "Remove a domain; its links stay, and lead nowhere",
      description: "They work again once the domain is added and proved again. Nobody else gets its codes.",
      conditional: true,
      answer: done,
      failures: [400, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      await deleteDomain(services, actor, idOf(request.params, "Domain"));
      return { success: true, message: "Domain removed successfully!" };
    },
  );
}

/** Domains as REST shows them. */
async function domainBodies(services: DomainServices, actor: Actor, found: readonly FoundDomain[]) {
  const links = await linksPerDomain(
    services,
    actor,
    found.map(({ number }) => number),
  );
  return found.map(({ id, number, revision: _revision, settings, checkedAt, createdAt, certificate, ...shown }) => ({
    _id: id,
    ...shown,
    ...Object.fromEntries(domainSettingNames.map((name) => [name, settings[name] ?? null])),
    checkedAt: checkedAt?.toISOString() ?? null,
    certificate: certificate && {
      ...certificate,
      notAfter: certificate.notAfter?.toISOString() ?? null,
      nextTryAt: certificate.nextTryAt?.toISOString() ?? null,
    },
    links: links.get(number) ?? 0,
    createdAt: createdAt.toISOString(),
  }));
}
