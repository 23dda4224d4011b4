# Targets run on the Node that npm installs into node_modules/.bin; the installation itself needs Node 20 or newer.
PATH_FIRST = PATH="$$PWD/node_modules/.bin:$$PATH"
NODE = $(PATH_FIRST) node
WORKSPACES = schema platform api verify redirector ingest web sdk cli stack tests

.DEFAULT_GOAL := help
.PHONY: help up up-cluster add-redirector add-ingest dev demo install sources docs build generate prose rebuild rebuild-views reclassify republish verify backup restore move-to-cluster dead-letters unreadable operator test test-changed test-cluster lint format typecheck audit licences sbom env test-compose test-brokers test-far test-certificates test-openapi test-clients release-contract test-faults bench clean $(WORKSPACES:%=test-%)

help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name text; do printf '  make %-16s %s\n' "$$name" "$$text"; done
	@printf '  make %-16s %s\n' 'test-NAME' 'Tests of one workspace alone: $(WORKSPACES) (also: make test W=NAME)'

up: build ## Start everything on this machine; Ctrl-C stops it
	@$(PATH_FIRST) exec node --expose-gc stack/dist/boot/up.js

up-cluster: build ## The same on Kafka and Redis, with two redirectors and two ingests
	@$(PATH_FIRST) exec node --expose-gc --disable-warning=TimeoutNegativeWarning stack/dist/boot/upCluster.js

add-redirector: build ## One more redirector for a running cluster; Ctrl-C takes it away
	@$(PATH_FIRST) exec node stack/dist/boot/addPart.js redirector

add-ingest: build ## One more ingest for a running cluster; Ctrl-C takes it away
	@$(PATH_FIRST) exec node stack/dist/boot/addPart.js ingest

dev: build ## make up with reload on save, browser included
	@$(PATH_FIRST) exec node stack/dist/boot/dev.js

demo: build ## Fill an account of a running stack with links and a month of clicks
	@npm run --silent demo

install: ## Install the packages if they are not as package-lock.json wants them
	@node stack/tasks/preflight.cjs && node stack/tasks/install.mjs

sources: install ## Write the sources that follow from others (typed documents, calls of the SDK)
	@$(NODE) stack/tasks/build.mjs generated

docs: install ## Build the documentation as a site in docs/site/dist; DOCS=on make up serves it at /docs
	@$(NODE) stack/tasks/install.mjs docs/site && $(NODE) docs/site/build.mjs

build: install ## Build what has changed
	@$(NODE) stack/tasks/build.mjs

generate: install ## Write the GraphQL schema and the OpenAPI document anew, and all that follows from them
	@npm run --silent generate

rebuild: build ## Replay the event log into empty read tables (while the stack is stopped)
	@$(NODE) stack/dist/boot/tool.js rebuild

verify: build ## Compare every figure of the running stack with its raw clicks; ACCOUNT=email or id for one account
	@$(NODE) stack/dist/boot/tool.js verify

rebuild-views: build ## Derive every projection in ClickHouse anew from the raw clicks, while the stack runs
	@$(NODE) stack/dist/boot/tool.js rebuildViews

reclassify: build ## What today's rules for bots would change in the past, by month, link and day; APPLY=1 puts it in place, MONTHS=2026-10,2026-11
	@$(NODE) stack/dist/boot/tool.js reclassify

republish: build ## Publish the state of every code to the redirectors anew, while the stack runs
	@$(NODE) stack/dist/boot/tool.js republish

backup: build ## Save both databases of the running stack; TO=folder
	@$(NODE) stack/dist/boot/tool.js backup

restore: build ## Fill an empty HOPLOG_DATA from a backup; FROM=folder
	@$(NODE) stack/dist/boot/tool.js restore

move-to-cluster: build ## Carry clicks on their way from Postgres' log into Kafka, before the first make up-cluster on the same data
	@$(NODE) stack/dist/boot/tool.js moveToCluster

dead-letters: build ## List batches that could not be read; REPLAY=all or a digest puts them back
	@$(NODE) stack/dist/boot/tool.js deadLetters

unreadable: build ## List what damaged chunks of the spool have left; SHIP=all or a chunk's id ships what can be read of it
	@$(NODE) stack/dist/boot/tool.js unreadable

operator: build ## Find and ban users and links, list the audit: ARGS='find-link docs'; without ARGS, what there is
	@$(NODE) stack/dist/boot/tool.js operator $(ARGS)

test: sources ## All tests and checks; W=NAME for one workspace's tests alone
ifdef W
	@$(NODE) tests/running/vitestInMemory.mjs run --project '$(W)*'
else
	@$(NODE) tests/runAll.mjs
endif

test-changed: sources ## Types, lint and what the changes since SINCE (default: the last commit) can break, in two minutes
	@$(NODE) tests/changed/run.ts

test-cluster: build ## Tests of what needs Kafka and Redis, and of whole clusters (with Java, Maven and redis-server)
	@$(NODE) node_modules/vitest/vitest.mjs run --project cluster
	@$(NODE) node_modules/vitest/vitest.mjs run --config tests/cluster/vitest.config.ts

$(WORKSPACES:%=test-%): sources
	@$(NODE) tests/running/vitestInMemory.mjs run --project '$(@:test-%=%)*'

lint: sources ## Lint, with the rules about who may import whom
	@npm run --silent lint

format: install ## Format all sources
	@npm run --silent format

typecheck: sources ## Check all types, tests included
	@npm run --silent typecheck

audit: install ## Ask the registry for known vulnerabilities
	@$(NODE) stack/tasks/audit.mjs

licences: install ## Check the licences of everything that ships
	@$(NODE) stack/tasks/licences.mjs

sbom: install ## Write the bill of materials (CycloneDX)
	@$(NODE) stack/tasks/sbom.mjs

prose: install ## Sixty texts at random, to judge them; SEED=n for the same ones again, SINCE=commit for what is new
	@$(NODE) stack/tasks/prose.mjs

env: ## Write the secrets for docker compose into .env, once
	@node stack/tasks/env.mjs

test-compose: build ## Build and start docker compose, and use it under load and faults (needs Docker)
	@$(NODE) node_modules/vitest/vitest.mjs run --config tests/compose/vitest.config.ts

test-brokers: build ## A cluster on three Kafka brokers, each killed under load (with Java, Maven and redis-server)
	@$(NODE) node_modules/vitest/vitest.mjs run --config tests/brokers/vitest.config.ts

test-certificates: build ## Certificates from Pebble, a CA for tests, of 1,000 domains rather than 100 (with Go)
	@CERTIFIED_HOSTS=$${CERTIFIED_HOSTS:-1000} $(NODE) node_modules/vitest/vitest.mjs run --project certificates

test-far: build ## A redirector on a slow, lossy line that is cut under load; FAR=long: for ten minutes (with Go, and what a cluster needs)
	@$(NODE) node_modules/vitest/vitest.mjs run --config tests/far/vitest.config.ts

test-openapi: build ## Calls of every kind that the OpenAPI document describes, against a running stack (needs schemathesis)
	@$(NODE) node_modules/vitest/vitest.mjs run --config tests/openapi/vitest.config.ts

test-clients: build ## Clients that six generators make of the OpenAPI document, and what it has promised (with Java, Maven, Go and Python)
	@$(NODE) node_modules/vitest/vitest.mjs run --config tests/clients/vitest.config.ts

release-contract: ## Keep the OpenAPI document as that of the release: make test-clients refuses what breaks it
	gzip -9nc schema/openapi/openapi.json > tests/clients/released.json.gz

test-faults: build ## Half an hour of load while everything fails, and of queries that take all there is: on one machine, over TLS, then as a cluster
	@FAULTS=long $(NODE) node_modules/vitest/vitest.mjs run --project tests faults/exactlyOnce
	@FAULTS=long $(NODE) node_modules/vitest/vitest.mjs run --project tests-alone attacks/hostileQueries
	@FAULTS=long $(NODE) node_modules/vitest/vitest.mjs run --config tests/cluster/vitest.config.ts exactlyOnce

bench: build ## Benchmarks
	@npm run --silent bench

clean: ## Remove what builds have made (data and packages stay)
	rm -rf .make coverage $(WORKSPACES:%=%/dist) bench/dist cli/bundle
