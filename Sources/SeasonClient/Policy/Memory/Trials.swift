import BundleFormat
import JSON

/// Bundles that failed, and downloads that wait; `trials.json` keeps them.
package struct Trials: Equatable, Sendable {
    /// A download that waits for a random time, so that not all machines download at once.
    package struct Notice: Equatable, Sendable {
        package var version: ContentVersion
        package var publishedUnixSeconds: Int64
        var untilUnixSeconds: Int64
    }

    /// Bundles that are held back for their content.
    package var failures: [BundleYear: Trial] = [:]
    /// Self-tests that were killed or crashed on this machine; they say nothing about the bundles.
    var interruptions: [BundleYear: Trial] = [:]
    package var notices: [BundleYear: Notice] = [:]

    /// The failure that keeps a year from trying a version now; another zip of it, or another tester, may pass.
    func failure(
        _ year: BundleYear, _ version: ContentVersion, sha256: String?, tester: String?,
        nowUnixSeconds: Int64
    ) -> Trial? {
        failures[year].flatMap { failure in
            let isSame =
                failure.kind == .content ? failure.sha256 == sha256 : failure.tester == tester
            return isSame && failure.waits(version, nowUnixSeconds: nowUnixSeconds) ? failure : nil
        }
    }

    /// The interruption that a year still waits for after its version's last self-test.
    func interruption(
        _ year: BundleYear, _ version: ContentVersion, tester: String?, nowUnixSeconds: Int64
    ) -> Trial? {
        interruptions[year].flatMap {
            $0.tester == tester && $0.waits(version, nowUnixSeconds: nowUnixSeconds) ? $0 : nil
        }
    }

    /// The versions whose bundles stay on the disk, because they are tried again.
    var spared: [BundleYear: ContentVersion] {
        var spared = failures.mapValues { $0.version }
        for (year, interruption) in interruptions { spared[year] = interruption.version }
        return spared
    }

    /// Remembers that a step's bundle did not pass; the count rises if the same bundle failed before.
    package mutating func record(
        _ kind: Trial.Kind, _ reason: String, of plan: YearPlan, tester: String?,
        nowUnixSeconds: Int64
    ) {
        guard let version = plan.step.result?.version else { return }
        let sha256 = kind == .content ? plan.step.offer?.sha256 : nil
        // A bundle that was not downloaded is repaired by a download, so it is not held back.
        guard kind != .content || sha256 != nil else { return }
        let trial = Trial(
            version: version, sha256: sha256, kind: kind, reason: reason, count: 1,
            lastUnixSeconds: nowUnixSeconds, tester: kind == .content ? nil : tester)
        guard kind != .interruption else {
            interruptions[plan.year] = trial.counted(after: interruptions[plan.year])
            return
        }
        failures[plan.year] = trial.counted(after: failures[plan.year])
        if kind == .selfTest { interruptions[plan.year] = nil }
    }

    /// Draws once for each offer that asks machines to wait, so that a restart neither skips nor lengthens the wait.
    mutating func drawWaits(
        _ offers: Offers, _ machine: RolloutMember, nowUnixSeconds: Int64, random: () -> Double
    ) {
        var drawn: [BundleYear: Notice] = [:]
        for (year, offer) in offers.accepted {
            guard let longest = offer.custom.rollout?.holdOffSeconds, longest > 0,
                let opening = machine.opening(offer.custom, nowUnixSeconds: nowUnixSeconds)
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

/// A bundle that did not pass, with the number of tries and the time of the last one.
package struct Trial: Equatable, Sendable {
    package enum Kind: String, Sendable {
        /// Its zip is not what its manifest says.
        case content
        case selfTest = "self-test"
        /// No test: the self-test was killed or crashed on this machine.
        case interruption
    }

    package var version: ContentVersion
    /// The zip that failed; nil if the bundle was on the disk already.
    package var sha256: String?
    package var kind: Kind
    /// The reason, or how the self-test ended, for people.
    package var reason: String
    package var count: Int
    var lastUnixSeconds: Int64
    /// The program that tested it; another program may pass it, or need less memory.
    package var tester: String?

    package var againUnixSeconds: Int64 {
        lastUnixSeconds
            + (kind == .interruption
                ? Self.seconds(interruptions: count) : Self.seconds(failures: count))
    }

    func waits(_ version: ContentVersion, nowUnixSeconds: Int64) -> Bool {
        // If the clock was set back, the wait must not become longer than usual.
        self.version == version && againUnixSeconds > nowUnixSeconds
            && lastUnixSeconds <= nowUnixSeconds
    }

    /// This trial, with a higher count if the same bundle failed in the same way before.
    func counted(after known: Trial?) -> Trial {
        guard let known, known.version == version, known.kind == kind,
            known.sha256 == sha256, kind != .interruption || known.tester == tester
        else { return self }
        var trial = self
        trial.count = known.count &+ 1
        return trial
    }

    /// The wait after the first failure; usually one poll is skipped.
    static let firstSeconds: Int64 = 15 * 60
    /// The longest wait: a bundle that works after a repair elsewhere is tried within two weeks.
    static let maxSeconds: Int64 = 14 * 86_400

    /// The wait after some failures; it doubles with each of them.
    package static func seconds(failures: Int) -> Int64 {
        // Eleven doublings of a quarter of an hour are three weeks.
        min(firstSeconds << Int64(min(max(failures, 1) - 1, 11)), maxSeconds)
    }

    /// The longest pause after interruptions: a machine that has memory again serves the season within a day.
    static let interruptedMaxSeconds: Int64 = 86_400

    /// The pause after some interruptions: none after the first; then it doubles with each of them.
    package static func seconds(interruptions: Int) -> Int64 {
        interruptions < 2
            ? 0 : min(seconds(failures: interruptions - 1), interruptedMaxSeconds)
    }
}

extension Trials {
    /// The content of `trials.json`.
    ///
    /// ```
    /// {"schema": 1,
    ///  "failures": {"2024": {"version": HEX, "zip": HEX|null, "kind": "content|self-test",
    ///                        "reason": TEXT, "count": N, "last": TIME, "again": TIME,
    ///                        "tester": TEXT|null}},
    ///  "interruptions": {"2024": AS ABOVE, with the kind "interruption"},
    ///  "notices": {"2024": {"version": HEX, "published": TIME, "until": TIME}}}
    /// ```
    package var json: JSON {
        [
            "schema": 1,
            "failures": .years(failures) { $0.json },
            "interruptions": .years(interruptions) { $0.json },
            "notices": .years(notices) {
                [
                    "version": .string($0.version.hex),
                    "published": .time($0.publishedUnixSeconds),
                    "until": .time($0.untilUnixSeconds),
                ]
            },
        ]
    }

    /// Reads `trials.json`; invalid parts are forgotten, and their bundles are tried again.
    package init(_ json: JSON) {
        self.init()
        for (year, json) in json["failures"]?.years({ $0 }) ?? [:] {
            failures[year] = Trial(json, nil)
        }
        for (year, json) in json["interruptions"]?.years({ $0 }) ?? [:] {
            interruptions[year] = Trial(json, .interruption)
        }
        for (year, json) in json["notices"]?.years({ $0 }) ?? [:] {
            guard let version = json["version"]?.version, let until = json["until"]?.time,
                let published = json["published"]?.time
            else { continue }
            notices[year] = Notice(
                version: version, publishedUnixSeconds: published, untilUnixSeconds: until)
        }
    }
}

extension Trial {
    fileprivate var json: JSON {
        [
            "version": .string(version.hex), "zip": .text(sha256), "kind": .string(kind.rawValue),
            "reason": .string(reason), "count": .integer(Int64(count)),
            "last": .time(lastUnixSeconds), "again": .time(againUnixSeconds),
            "tester": .text(tester),
        ]
    }

    /// Reads a trial; nil if it is not valid, or of another kind than it must be.
    fileprivate init?(_ json: JSON, _ wanted: Kind?) {
        let named = json["kind"]?.stringValue.flatMap { Kind(rawValue: $0) }
        guard let version = json["version"]?.version, let last = json["last"]?.time,
            let kind = wanted ?? (named == .interruption ? nil : named)
        else { return nil }
        self.init(
            version: version, sha256: json["zip"]?.stringValue, kind: kind,
            reason: json["reason"]?.stringValue ?? "",
            count: Int(clamping: json["count"]?.integerValue ?? 1), lastUnixSeconds: last,
            tester: json["tester"]?.stringValue)
    }
}
