# Every target runs on the Node that npm installs here (node_modules/.bin), once it has; Node 20 is enough to get there.
PATH_FIRST = PATH="$$PWD/node_modules/.bin:$$PATH"
NODE = $(PATH_FIRST) node
WORKSPACES = schema platform api redirector ingest web stack tests

.DEFAULT_GOAL := help
.PHONY: help up dev demo install build generate rebuild test lint format typecheck bench clean $(WORKSPACES:%=test-%)

help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name text; do printf '  make %-14s %s\n' "$$name" "$$text"; done
	@printf '  make %-14s %s\n' 'test-NAME' 'Tests of one workspace alone: $(WORKSPACES) (also: make test W=NAME)'

up: build ## Start everything on this machine; Ctrl-C stops it
	@$(PATH_FIRST) exec node stack/dist/boot/up.js

dev: build ## The same with reload on save, browser included
	@$(PATH_FIRST) exec node stack/dist/boot/dev.js

demo: build ## Fill an account of a running stack with links and a month of clicks
	@npm run --silent demo

install: ## Install the packages if they are not as package-lock.json wants them
	@node stack/tasks/preflight.cjs && node stack/tasks/install.mjs

build: install ## Build what has changed
	@$(NODE) stack/tasks/build.mjs

generate: build ## Write the generated files anew (GraphQL schema, typed documents)
	@npm run --silent generate

rebuild: build ## Replay the event log into empty read tables (while the stack is stopped)
	@$(NODE) stack/dist/boot/rebuild.js

test: install ## All tests and checks; W=NAME for one workspace's tests alone
ifdef W
	@$(NODE) node_modules/vitest/vitest.mjs run --project $(W)
else
	@$(NODE) tests/runAll.mjs
endif

$(WORKSPACES:%=test-%): install
	@$(NODE) node_modules/vitest/vitest.mjs run --project $(@:test-%=%)

lint: install ## Lint, with the rules about who may import whom
	@npm run --silent lint

format: install ## Format all sources
	@npm run --silent format

typecheck: install ## Check all types, tests included
	@npm run --silent typecheck

bench: build ## Benchmarks
	@npm run --silent bench

clean: ## Remove what builds have made (data and packages stay)
	rm -rf .make coverage $(WORKSPACES:%=%/dist) bench/dist
