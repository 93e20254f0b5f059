import BundleFormat

/// Bundles that failed, and downloads that wait; `trials.json` keeps them.
package struct Trials: Equatable, Sendable {
    /// A bundle that was held back for its content.
    package struct Failure: Equatable, Sendable {
        /// The test that the bundle did not pass.
        package enum Kind: String, Sendable {
            /// Its zip is not what its manifest says.
            case content
            /// The self-test.
            case selfTest = "self-test"
        }

        package var version: ContentVersion
        /// The zip that failed; nil if the bundle was on the disk already.
        package var sha256: String?
        package var kind: Kind
        /// Why, for people.
        package var reason: String
        /// How often, from 1.
        package var count: Int
        package var lastUnixSeconds: Int64
        /// The program that tested it; another program may pass it.
        package var tester: String?

        /// A failure.
        package init(
            version: ContentVersion, sha256: String? = nil, kind: Kind, reason: String, count: Int,
            lastUnixSeconds: Int64, tester: String? = nil
        ) {
            self.version = version
            self.sha256 = sha256
            self.kind = kind
            self.reason = reason
            self.count = count
            self.lastUnixSeconds = lastUnixSeconds
            self.tester = tester
        }

        /// When it may be tried again.
        package var againUnixSeconds: Int64 {
            lastUnixSeconds + TrialDelay.seconds(failures: count)
        }
    }

    /// A self-test that was killed or crashed on this machine; it says nothing about the bundle.
    package struct Interruption: Equatable, Sendable {
        package var version: ContentVersion
        /// How the self-test ended, for people.
        package var reason: String
        /// How often, from 1.
        package var count: Int
        package var lastUnixSeconds: Int64
        /// The program that was testing it; another program may need less memory.
        package var tester: String?

        /// An interruption.
        package init(
            version: ContentVersion, reason: String, count: Int, lastUnixSeconds: Int64,
            tester: String? = nil
        ) {
            self.version = version
            self.reason = reason
            self.count = count
            self.lastUnixSeconds = lastUnixSeconds
            self.tester = tester
        }

        /// When it may be tried again.
        package var againUnixSeconds: Int64 {
            lastUnixSeconds + TrialDelay.seconds(interruptions: count)
        }
    }

    /// A download that waits for a random time, so that not all machines download at once.
    package struct Notice: Equatable, Sendable {
        package var version: ContentVersion
        package var publishedUnixSeconds: Int64
        package var untilUnixSeconds: Int64

        /// A wait.
        package init(
            version: ContentVersion, publishedUnixSeconds: Int64, untilUnixSeconds: Int64
        ) {
            self.version = version
            self.publishedUnixSeconds = publishedUnixSeconds
            self.untilUnixSeconds = untilUnixSeconds
        }
    }

    package var failures: [BundleYear: Failure] = [:]
    package var interruptions: [BundleYear: Interruption] = [:]
    package var notices: [BundleYear: Notice] = [:]

    /// Trials; without arguments nothing has failed.
    package init(
        failures: [BundleYear: Failure] = [:], interruptions: [BundleYear: Interruption] = [:],
        notices: [BundleYear: Notice] = [:]
    ) {
        self.failures = failures
        self.interruptions = interruptions
        self.notices = notices
    }
}

extension Trials {
    /// The failure because of which a year does not try a version now.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - version: the version to try.
    ///   - sha256: the zip to fetch; another zip of the same version may be right.
    ///   - tester: the program that would test it now.
    ///   - nowUnixSeconds: the time.
    /// - Returns: the failure; nil where the version may be tried.
    package func obstacle(
        _ year: BundleYear, _ version: ContentVersion, sha256: String?, tester: String?,
        nowUnixSeconds: Int64
    ) -> Failure? {
        guard let failure = failures[year], failure.version == version,
            failure.againUnixSeconds > nowUnixSeconds,
            // If the clock was set back, the wait must not become longer than usual.
            failure.lastUnixSeconds <= nowUnixSeconds
        else { return nil }
        switch failure.kind {
        case .content: return failure.sha256 == sha256 ? failure : nil
        case .selfTest: return failure.tester == tester ? failure : nil
        }
    }

    /// The interruption that a year still waits for after its version's last self-test.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - version: the version to try.
    ///   - tester: the program that would test it now.
    ///   - nowUnixSeconds: the time.
    /// - Returns: the interruption; nil where the version may be tried.
    package func pause(
        _ year: BundleYear, _ version: ContentVersion, tester: String?, nowUnixSeconds: Int64
    ) -> Interruption? {
        guard let interruption = interruptions[year], interruption.version == version,
            interruption.tester == tester, interruption.againUnixSeconds > nowUnixSeconds,
            // If the clock was set back, the wait must not become longer than usual.
            interruption.lastUnixSeconds <= nowUnixSeconds
        else { return nil }
        return interruption
    }

    /// The versions whose bundles stay on the disk: they are tried again.
    package var spared: [BundleYear: ContentVersion] {
        failures.mapValues(\.version).merging(interruptions.mapValues(\.version)) { $1 }
    }

    /// What a failed step says about the bundle.
    package enum Verdict: Equatable, Sendable {
        /// Its zip is not what its manifest says.
        case wrongContent(String)
        /// It did not pass the self-test.
        case failedTest(String)
        /// Nothing: the self-test was killed or crashed.
        case cutOff(String)
    }

    /// Remembers a verdict; the count rises if the same bundle failed before.
    ///
    /// - Parameters:
    ///   - verdict: the verdict and its reason.
    ///   - plan: the year whose step failed.
    ///   - tester: the program that tests bundles.
    ///   - nowUnixSeconds: the time.
    package mutating func record(
        _ verdict: Verdict, of plan: YearPlan, tester: String?, nowUnixSeconds: Int64
    ) {
        guard let version = plan.step.result?.version else { return }
        switch verdict {
        case .wrongContent(let reason):
            // A bundle that was not downloaded is repaired by a download, so it is not held back.
            guard let offer = plan.step.offer else { return }
            countFailure(
                Failure(
                    version: version, sha256: offer.sha256, kind: .content, reason: reason,
                    count: 1, lastUnixSeconds: nowUnixSeconds), of: plan.year)
        case .failedTest(let reason):
            interruptions[plan.year] = nil
            countFailure(
                Failure(
                    version: version, kind: .selfTest, reason: reason, count: 1,
                    lastUnixSeconds: nowUnixSeconds, tester: tester), of: plan.year)
        case .cutOff(let reason):
            countInterruption(
                Interruption(
                    version: version, reason: reason, count: 1, lastUnixSeconds: nowUnixSeconds,
                    tester: tester), of: plan.year)
        }
    }

    private mutating func countInterruption(_ new: Interruption, of year: BundleYear) {
        var interruption = new
        if let known = interruptions[year], known.version == new.version,
            known.tester == new.tester
        {
            interruption.count = known.count &+ 1
        }
        interruptions[year] = interruption
    }

    private mutating func countFailure(_ new: Failure, of year: BundleYear) {
        var failure = new
        if let known = failures[year], known.version == new.version,
            known.sha256 == new.sha256, known.kind == new.kind
        {
            failure.count = known.count &+ 1
        }
        failures[year] = failure
    }

    /// Draws a random time for each offer that asks machines to wait, and forgets what is not offered.
    ///
    /// It draws once for each offer, so that a restart neither skips nor lengthens the wait.
    ///
    /// - Parameters:
    ///   - offers: what the repository has.
    ///   - machine: waits from its wave on.
    ///   - nowUnixSeconds: the time.
    ///   - random: from 0 up to 1, evenly spread.
    package mutating func drawWaits(
        _ offers: Offers, _ machine: Machine, nowUnixSeconds: Int64, random: () -> Double
    ) {
        var drawn: [BundleYear: Notice] = [:]
        for (year, offer) in offers.accepted {
            guard let longest = offer.custom.rollout?.holdOffSeconds, longest > 0,
                let opening = machine.opening(offer.custom)
            else { continue }
            let published = offer.custom.publishedUnixSeconds
            let start = max(nowUnixSeconds, opening)
            if let known = notices[year], known.version == offer.custom.version,
                known.publishedUnixSeconds == published,
                // A later time cannot have been drawn: the clock was wrong then.
                known.untilUnixSeconds <= start + Int64(longest)
            {
                drawn[year] = known
                continue
            }
            drawn[year] = Notice(
                version: offer.custom.version, publishedUnixSeconds: published,
                untilUnixSeconds: start + Int64(Double(longest) * min(max(random(), 0), 1)))
        }
        notices = drawn
    }
}

/// How long the agent waits before it tries a failed bundle again.
package enum TrialDelay {
    /// The wait after the first failure; usually one poll is skipped.
    package static let firstSeconds: Int64 = 15 * 60
    /// The longest wait: a bundle that works after a repair elsewhere is tried within two weeks.
    package static let maxSeconds: Int64 = 14 * 86_400

    /// The wait after some failures; it doubles with each of them.
    ///
    /// - Parameter failures: in a row, from 1.
    /// - Returns: seconds until the next try.
    package static func seconds(failures: Int) -> Int64 {
        // Eleven doublings of a quarter of an hour are three weeks.
        min(firstSeconds << Int64(min(max(failures, 1) - 1, 11)), maxSeconds)
    }

    /// The longest pause after interruptions: a machine that has memory again serves the season within a day.
    package static let interruptedMaxSeconds: Int64 = 86_400

    /// The pause after some interruptions: none after the first; then it doubles with each of them.
    ///
    /// - Parameter interruptions: in a row, from 1.
    /// - Returns: seconds until the next try.
    package static func seconds(interruptions: Int) -> Int64 {
        interruptions < 2
            ? 0 : min(seconds(failures: interruptions - 1), interruptedMaxSeconds)
    }
}
