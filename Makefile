# Three commands do everything on a fresh machine with git, make, the Swift toolchain and apt:
#   make demo     make page     make test
# `make help` lists the rest.

SWIFT_FLAGS := --explicit-target-dependency-import-check error
# Each module as a whole: in batches of files, the compiler reads the rest of the module again for each batch, and the
# tests take more than twice the time.
DEBUG_FLAGS := $(SWIFT_FLAGS) \
	-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -disable-batch-mode
# Only the system's own libraries stay dynamic: libc, libm, zlib; libcurl is loaded when it is used. The C++
# runtime comes from RUNTIME, and programs export no symbols. That saves a third of every start (docs/adr/0008).
RUNTIME := $(CURDIR)/.build/runtime
# No path of this folder is in a program: the same sources give the same bytes in each folder. The hashes that the
# compiler keeps in object files, to compile only what has changed, contain such paths.
RELEASE_FLAGS := -c release --static-swift-stdlib $(SWIFT_FLAGS) -Xcc -ffile-prefix-map=$(realpath .)=. \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
	-Xlinker -s -Xlinker --no-export-dynamic -Xlinker -L$(RUNTIME)
# Package.swift optimises some libraries in debug builds, too: the tests take half of the time.
export OPTIMIZE_LIBRARIES := 1
# One version of each package; without it Package.swift names ranges, for packages that depend on this one.
export PINNED_VERSIONS := 1
BIN := .build/debug
PROGRAMS := breakdown match-fetch bundle-agent bundle-publish
PACKAGE := .build/package
SOURCES := Package.swift Sources Tests Benchmarks Examples Fuzz

.DEFAULT_GOAL := help
.PHONY: help demo page programs demo-fetch demo-season test test-module check build release docs deb dist reproduce-test install-test image-test systemd-test fresh-test crash-test soak model-test embed lint format bench s3-test setup-s3 clean setup setup-test page-test build-tests web-for-tests monitoring-test pictures web web-test web-bench consumer-test examples-test conformance-test

help: ## list these commands
	@sed -n 's/^\([a-z0-9-]*\):.*## /  make \1	/p' Makefile | expand -t 20

demo: programs ## publish the real seasons, run the agent against them, draw matches
	@scripts/demo $(BIN)

page: programs ## build the page that draws matches in a browser, publish it with the demo, show it
	@scripts/setup page
	@scripts/web-module && scripts/web-package && scripts/web-page
	@scripts/demo $(BIN) page

# What the demos run, and nothing else; with the settings of the tests, so that `make test` compiles nothing of it again.
programs: setup
	for program in $(PROGRAMS); do swift build $(DEBUG_FLAGS) --product $$program || exit; done

demo-fetch: programs ## fetch, list, watch and compare matches by their keys, from a server on this machine
	@scripts/setup fetch
	@scripts/demo-fetch $(BIN) $(wildcard ../shared/matches/2024.json)

demo-season: programs ## start a season from three matches, publish it, poll it, print a match
	@scripts/demo-season $(BIN)

examples-test: build setup-test ## build the examples and run them as their README says
	@Examples/test $(BIN)

conformance-test: setup-test ## run TUF's client against python-tuf, and the public suite if SUITE=… is a checkout of it
	@scripts/tuf-conformance $(SUITE)

consumer-test: setup ## use each product from another package, by a tag of a git address
	@Tests/Consumer/consumer-test

test: setup-test ## format check, build with warnings as errors, all tests
	@scripts/timed lint $(MAKE) lint
	@scripts/timed resolve swift package resolve
	@scripts/timed build $(MAKE) -j2 build-tests web-for-tests
	@scripts/run-tests $(BIN)

# Both at the same time: the modules are compiled on the core that the build often leaves idle.
build-tests:
	swift build --build-tests $(DEBUG_FLAGS)

web-for-tests:
	@scripts/web-module && scripts/web-package

check: test ## the same as make test

# Unoptimised, so that one changed file is compiled alone.
test-module: ## build one module and run its tests: MODULE=BreakdownRenderer, and FILTER=… or SKIP=… for suites
	TEST_MODULE=$(MODULE) env -u OPTIMIZE_LIBRARIES \
		swift build --product match-bundlesPackageTests --scratch-path .build/module $(SWIFT_FLAGS)
	.build/module/debug/match-bundlesPackageTests.xctest --testing-library swift-testing \
		--filter '^$(MODULE)Tests\.($(FILTER))' $(if $(SKIP),--skip '$(SKIP)')

build: setup ## build the programs, to try them
	swift build $(DEBUG_FLAGS)

release: setup $(RUNTIME) ## build the optimised programs into .build/release/
	for program in $(PROGRAMS); do swift build $(RELEASE_FLAGS) --product $$program || exit; done
	@ls -l $(PROGRAMS:%=.build/release/%)

docs: release ## write manual pages and shell completions into .build/package/
	swift build $(RELEASE_FLAGS) --product generate-manual
	@scripts/documents .build/release $(PACKAGE)

deb: docs ## make the Debian packages, checked by lintian
	@scripts/setup deb
	@scripts/web-module && scripts/web-package && scripts/web-page
	@scripts/deb .build/release $(PACKAGE)
	@lintian --fail-on error,warning --info $(PACKAGE)/deb/*.deb

systemd-test: deb ## install the package on a real systemd of Debian 12 and 13 and test it (needs root)
	@scripts/setup systemd
	@packaging/systemd-test $(PACKAGE) .build/release bookworm
	@packaging/systemd-test $(PACKAGE) .build/release trixie

dist: ## make everything that a release has into .build/dist/ (docs/RELEASING.md)
	@scripts/release build .build/dist

reproduce-test: dist ## build it again in another folder, as another user, and compare the bytes (needs root)
	@packaging/reproduce-test .build/dist

install-test: dist ## from a bare Debian 12 and 13 to a shown match, by apt and by install.sh (needs root)
	@scripts/setup packages
	@packaging/install-test .build/dist bookworm
	@packaging/install-test .build/dist trixie

fresh-test: ## from a bare Debian 12 to the demo, the page and all tests, with their times (needs root)
	@scripts/setup fresh
	@packaging/fresh-test

image-test: dist ## build the container images and run them (needs root)
	@scripts/setup image
	@packaging/image-test .build/dist

crash-test: release setup-test build-tests ## stop agent and publisher at every system call that changes the disk
	@Tests/Crash/crash-test .build/release
	@Tests/Crash/crash-test .build/release --threads --sample 300
	CRASH_POINTS=all swift test --skip-build --filter PublishTests.KillTests

soak: release setup-test ## poll 500 times over a bad network, kill 1,000 polls, watch memory and disk
	@Tests/Crash/soak .build/release

# Runs for that long on all cores: make model-test MINUTES=10, or HOURS=8.
HOURS ?= 1
model-test: setup-test build-tests ## run random histories against the model for HOURS=1 or MINUTES=…
	MODEL_MINUTES=$(or $(MINUTES),$(shell expr $(HOURS) \* 60)) \
		swift test --skip-build --filter ModelTests

embed: build ## copy the seasons from bundles/ into the programs
	$(BIN)/bundle-publish embed --output Sources/EmbeddedBundles

lint: ## check the format
	swift format lint --strict --parallel --recursive $(SOURCES)
	@scripts/javascript-style

format: ## correct the format
	swift format format --in-place --parallel --recursive $(SOURCES)

bench: release web ## measure our programs and others; see Benchmarks/README.md
	@scripts/setup bench
	swift build $(RELEASE_FLAGS) --package-path Benchmarks --scratch-path .build/measured
	swift build $(RELEASE_FLAGS) --package-path Examples --scratch-path .build/measured-examples --product tuf-client
	ln -sf ../measured/release/agent-simulation ../measured/release/cel-benchmark \
		../measured-examples/release/tuf-client .build/release/
	@Benchmarks/run

s3-test: setup-s3 build-tests ## publish into two real object stores on this machine, poll from them
	scripts/s3-test/run

page-test: build web ## examine the published pages and the preview in a browser (installs Chromium)
	@scripts/setup page-test
	node --test Tests/Pages/logic.test.mjs
	.venv/bin/python3 Tests/Pages/page-test $(BIN)/bundle-publish .build/pages

web: ## build the WebAssembly modules, the npm package and the Python wheel into .build/web/
	@scripts/setup page
	@scripts/web-module
	@scripts/web-package
	@scripts/web-page
	@scripts/python-wheel

web-test: build web ## test the packages in Node, Chromium, Python and bundlers (installs them)
	@scripts/setup web
	@scripts/web-bundlers .build/web/tools
	@Tests/Web/web-test $(BIN)/breakdown $(BIN)/bundle-publish

web-bench: release web ## measure matches per second in Node, Chromium, Python and the native program
	@scripts/setup web
	@[ -x .build/web/python-newest/bin/python3 ] || python3 -m venv .build/web/python-newest
	@.build/web/python-newest/bin/pip install --quiet --disable-pip-version-check --force-reinstall .build/web/*.whl
	.venv/bin/python3 Benchmarks/web .build/release/breakdown .build/web/package .build/web/python-newest/bin/python3

monitoring-test: build ## try the alerts on a real Prometheus (installs it)
	@scripts/setup monitoring
	hosting/monitoring/monitoring-test $(BIN)

pictures: build ## draw the pictures of the documents anew (installs Graphviz)
	@scripts/setup pictures
	@scripts/pictures $(BIN)

clean: ## remove everything built
	rm -rf .build demo demo-season

# The linker finds static libraries here before the shared ones. The static form of libgcc_s is named
# libgcc_eh. If there are no static libraries, the programs need the shared ones.
$(RUNTIME):
	@mkdir -p $@
	@for pair in libstdc++.a:libstdc++.a libgcc_eh.a:libgcc_s.a; do \
		file=$$(clang++ -print-file-name=$${pair%:*} || true); \
		[ ! -e "$$file" ] || ln -sf "$$file" $@/$${pair#*:}; \
	done

setup:
	@scripts/setup build

setup-test:
	@scripts/setup test

setup-s3:
	@scripts/setup s3
