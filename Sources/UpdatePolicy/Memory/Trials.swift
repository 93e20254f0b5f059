import BundleFormat

/// Bundles that failed, and downloads that wait; `trials.json` keeps them.
package struct Trials: Equatable, Sendable {
    /// A download that waits for a random time, so that not all machines download at once.
    package struct Notice: Equatable, Sendable {
        package var version: ContentVersion
        package var publishedUnixSeconds: Int64
        package var untilUnixSeconds: Int64

        /// Makes a wait.
        package init(
            version: ContentVersion, publishedUnixSeconds: Int64, untilUnixSeconds: Int64
        ) {
            self.version = version
            self.publishedUnixSeconds = publishedUnixSeconds
            self.untilUnixSeconds = untilUnixSeconds
        }
    }

    /// Bundles that are held back for their content.
    package var failures: [BundleYear: Trial] = [:]
    /// Self-tests that were killed or crashed on this machine; they say nothing about the bundles.
    package var interruptions: [BundleYear: Trial] = [:]
    package var notices: [BundleYear: Notice] = [:]

    /// Makes trials; without arguments nothing has failed.
    package init(
        failures: [BundleYear: Trial] = [:], interruptions: [BundleYear: Trial] = [:],
        notices: [BundleYear: Notice] = [:]
    ) {
        self.failures = failures
        self.interruptions = interruptions
        self.notices = notices
    }
}

extension Trials {
    /// The failure that keeps a year from trying a version now.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - version: the version to try.
    ///   - sha256: the zip to fetch; another zip of the same version may be right.
    ///   - tester: the program that would test it now.
    ///   - nowUnixSeconds: the time.
    /// - Returns: the failure; nil if the version may be tried.
    package func obstacle(
        _ year: BundleYear, _ version: ContentVersion, sha256: String?, tester: String?,
        nowUnixSeconds: Int64
    ) -> Trial? {
        guard let failure = failures[year], failure.waits(version, nowUnixSeconds: nowUnixSeconds)
        else { return nil }
        let isSame =
            failure.kind == .content ? failure.sha256 == sha256 : failure.tester == tester
        return isSame ? failure : nil
    }

    /// The interruption that a year still waits for after its version's last self-test.
    ///
    /// - Parameters:
    ///   - year: the season.
    ///   - version: the version to try.
    ///   - tester: the program that would test it now.
    ///   - nowUnixSeconds: the time.
    /// - Returns: the interruption; nil if the version may be tried.
    package func pause(
        _ year: BundleYear, _ version: ContentVersion, tester: String?, nowUnixSeconds: Int64
    ) -> Trial? {
        guard let interruption = interruptions[year], interruption.tester == tester,
            interruption.waits(version, nowUnixSeconds: nowUnixSeconds)
        else { return nil }
        return interruption
    }

    /// The versions whose bundles stay on the disk, because they are tried again.
    package var spared: [BundleYear: ContentVersion] {
        var spared = failures.mapValues { $0.version }
        for (year, interruption) in interruptions { spared[year] = interruption.version }
        return spared
    }

    /// The verdict of a failed step about the bundle.
    package enum Verdict: Equatable, Sendable {
        /// Its zip is not what its manifest says.
        case wrongContent(String)
        /// It did not pass the self-test.
        case failedTest(String)
        /// No verdict: the self-test was killed or crashed.
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
            let trial = Trial(
                version: version, sha256: offer.sha256, kind: .content, reason: reason, count: 1,
                lastUnixSeconds: nowUnixSeconds)
            failures[plan.year] = trial.counted(after: failures[plan.year])
        case .failedTest(let reason):
            interruptions[plan.year] = nil
            let trial = Trial(
                version: version, kind: .selfTest, reason: reason, count: 1,
                lastUnixSeconds: nowUnixSeconds, tester: tester)
            failures[plan.year] = trial.counted(after: failures[plan.year])
        case .cutOff(let reason):
            let trial = Trial(
                version: version, kind: .interruption, reason: reason, count: 1,
                lastUnixSeconds: nowUnixSeconds, tester: tester)
            interruptions[plan.year] = trial.counted(after: interruptions[plan.year])
        }
    }

    /// Draws a random time for each offer that asks machines to wait, and forgets waits for what is not offered.
    ///
    /// It draws once for each offer, so that a restart neither skips nor lengthens the wait.
    ///
    /// - Parameters:
    ///   - offers: what the repository has.
    ///   - machine: its waits begin with its wave.
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
                // A later time cannot have been drawn, so the clock was wrong then.
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
