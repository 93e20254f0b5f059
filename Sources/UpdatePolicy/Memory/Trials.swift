import BundleFormat

/// What was tried and failed, and what waits for its moment; `trials.json` keeps it.
package struct Trials: Equatable, Sendable {
    /// A bundle that was held back for its content.
    package struct Failure: Equatable, Sendable {
        /// What it did not pass.
        package enum Kind: String, Sendable {
            /// Its zip is not what its manifest says.
            case content
            /// The self-test.
            case selfTest = "self-test"
        }

        package var version: ContentVersion
        /// The zip that was tried; nil where the bundle was on the disk already.
        package var sha256: String?
        package var kind: Kind
        /// Why, for people.
        package var reason: String
        /// How often, from 1.
        package var count: Int
        package var lastUnixSeconds: Int64
        /// The program that tested it; another one may judge otherwise.
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

    /// A self-test that was killed or crashed on this machine, which says nothing of the bundle.
    package struct Interruption: Equatable, Sendable {
        package var version: ContentVersion
        /// How the self-test ended, for people.
        package var reason: String
        /// How often, from 1.
        package var count: Int
        package var lastUnixSeconds: Int64
        /// The program that was to test it; another one may need less.
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

    /// A download that waits for its moment, so that not all machines come at once.
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
    /// The failure that stands between a year and a version.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - version: what is to be tried.
    ///   - sha256: its zip, where it is to be fetched: another zip may be right.
    ///   - tester: the program that would test it now.
    ///   - nowUnixSeconds: the time.
    /// - Returns: the failure; nil where the version may be tried.
    package func obstacle(
        _ year: BundleYear, _ version: ContentVersion, sha256: String?, tester: String?,
        nowUnixSeconds: Int64
    ) -> Failure? {
        guard let failure = failures[year], failure.version == version,
            failure.againUnixSeconds > nowUnixSeconds,
            // A clock that was set back must not make the wait longer than it ever is.
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
    ///   - version: what is to be tried.
    ///   - tester: the program that would test it now.
    ///   - nowUnixSeconds: the time.
    /// - Returns: the interruption; nil where the version may be tried.
    package func pause(
        _ year: BundleYear, _ version: ContentVersion, tester: String?, nowUnixSeconds: Int64
    ) -> Interruption? {
        guard let interruption = interruptions[year], interruption.version == version,
            interruption.tester == tester, interruption.againUnixSeconds > nowUnixSeconds,
            // A clock that was set back must not make the wait longer than it ever is.
            interruption.lastUnixSeconds <= nowUnixSeconds
        else { return nil }
        return interruption
    }

    /// The versions whose bundles stay on the disk: they are tried again.
    package var spared: [BundleYear: ContentVersion] {
        failures.mapValues(\.version).merging(interruptions.mapValues(\.version)) { $1 }
    }

    /// What a failed step says of the bundle.
    package enum Verdict: Equatable, Sendable {
        /// Its zip is not what its manifest says.
        case wrongContent(String)
        /// It did not pass the self-test.
        case failedTest(String)
        /// Nothing: the self-test was killed or crashed.
        case cutOff(String)
    }

    /// Remembers a verdict; one of the same bundle counts on.
    ///
    /// - Parameters:
    ///   - verdict: with its reason, for people.
    ///   - plan: the year whose step failed.
    ///   - tester: the program that tests bundles.
    ///   - nowUnixSeconds: the time.
    package mutating func record(
        _ verdict: Verdict, of plan: YearPlan, tester: String?, nowUnixSeconds: Int64
    ) {
        guard let version = plan.step.result?.version else { return }
        switch verdict {
        case .wrongContent(let reason):
            // Only a zip that was fetched can be wrong at every try.
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

    /// Draws the moment of each offer that asks machines to wait, once; forgets what is not offered.
    ///
    /// A moment that was drawn stays, so that restarts neither skip nor lengthen the wait.
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
                // Later than any draw could be: the clock was wrong when it was drawn.
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

/// How long a bundle that failed is left alone.
package enum TrialDelay {
    /// After the first failure: the next poll but one, as a rule.
    package static let firstSeconds: Int64 = 15 * 60
    /// Never longer: what was mended elsewhere is noticed within two weeks.
    package static let maxSeconds: Int64 = 14 * 86_400

    /// Doubles with each failure.
    ///
    /// - Parameter failures: in a row, from 1.
    /// - Returns: seconds until the next try.
    package static func seconds(failures: Int) -> Int64 {
        // Eleven doublings of a quarter of an hour are three weeks.
        min(firstSeconds << Int64(min(max(failures, 1) - 1, 11)), maxSeconds)
    }

    /// The longest pause after interruptions: a machine that has got memory takes the season within a day.
    package static let interruptedMaxSeconds: Int64 = 86_400

    /// Nothing after the first, so that the next poll tries again; then it doubles with each interruption.
    ///
    /// - Parameter interruptions: in a row, from 1.
    /// - Returns: seconds until the next try.
    package static func seconds(interruptions: Int) -> Int64 {
        interruptions < 2
            ? 0 : min(seconds(failures: interruptions - 1), interruptedMaxSeconds)
    }
}
