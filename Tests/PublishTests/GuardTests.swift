import BundleFormat
import TUF
import TestSupport
import Testing

@testable import BundlePublisher

/// Whether a live content may be replaced, and which state is live: two pure functions, case by case.
@Suite struct GuardTests {
    private static let a = DecisionTests.version("a")
    private static let b = DecisionTests.version("b")

    private static func live(_ commit: String?) -> KnownContent {
        KnownContent(
            StoredZip(version: a, format: 1, sha256: a.hex, lengthBytes: 1), since: 1,
            commit: commit)
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let claim: Guard.Claim
        var live: KnownContent? = GuardTests.live("old")
        var isRemoved = false
        var isOver = false
        let verdict: Guard.Verdict
    }

    private static let cases = [
        Case(
            testDescription: "a new season", claim: .init(version: b, commit: "new", base: "new"),
            live: nil, verdict: .take(commit: "new")),
        Case(
            testDescription: "a commit that contains the live one",
            claim: .init(version: b, commit: "new", base: "new", containsLive: true),
            verdict: .take(commit: "new")),
        Case(
            testDescription: "a commit that does not contain the live one",
            claim: .init(version: b, commit: "new", base: "new"), verdict: .hold(.behind)),
        Case(
            testDescription: "a history that is cut off",
            claim: .init(version: b, commit: "new", base: "new", containsLive: nil),
            verdict: .hold(.shallow)),
        Case(
            testDescription: "no git over a commit", claim: .init(version: b),
            verdict: .hold(.outside)),
        Case(
            testDescription: "uncommitted changes on a commit that contains the live one",
            claim: .init(version: b, base: "new", containsLive: true), verdict: .take(commit: nil)),
        Case(
            testDescription: "uncommitted changes on an old commit",
            claim: .init(version: b, base: "new"), verdict: .hold(.behind)),
        Case(
            testDescription: "a commit over a content without one",
            claim: .init(version: b, commit: "new", base: "new"), live: live(nil),
            verdict: .hold(.uncommitted)),
        Case(
            testDescription: "no git over no git", claim: .init(version: b), live: live(nil),
            verdict: .take(commit: nil)),
        Case(
            testDescription: "the same content takes the new commit",
            claim: .init(version: a, commit: "new", base: "new"), verdict: .take(commit: "new")),
        Case(
            testDescription: "the same content of a commit that the live one contains",
            claim: .init(version: a, commit: "new", base: "new", isContainedInLive: true),
            verdict: .take(commit: "old")),
        Case(
            testDescription: "the same content without a commit", claim: .init(version: a),
            verdict: .take(commit: "old")),
        Case(
            testDescription: "the same content at the end of a shallow history",
            claim: .init(version: a, commit: "new", base: "new", isCut: true),
            verdict: .take(commit: "old")),
        Case(
            testDescription: "equal files are committed after a hotfix",
            claim: .init(version: a, commit: "new", base: "new"), live: live(nil),
            verdict: .take(commit: "new")),
        Case(
            testDescription: "removed by a commit that contains the live one",
            claim: .init(version: nil, commit: "new", base: "new", containsLive: true),
            verdict: .take(commit: "new")),
        Case(
            testDescription: "gone from an old commit",
            claim: .init(version: nil, commit: nil, base: "head"), verdict: .hold(.behind)),
        Case(
            testDescription: "a hotfix of a season that the commit does not have",
            claim: .init(version: nil, commit: nil, base: "head"), live: live(nil),
            verdict: .hold(.uncommitted)),
        Case(
            testDescription: "gone without git", claim: .init(version: nil), live: live(nil),
            verdict: .take(commit: nil)),
        Case(
            testDescription: "added again by an old commit",
            claim: .init(version: a, commit: "new", base: "new"), isRemoved: true,
            verdict: .hold(.behind)),
        Case(
            testDescription: "still removed", claim: .init(version: nil), isRemoved: true,
            verdict: .take(commit: "old")),
        Case(
            testDescription: "a person goes over this content",
            claim: .init(version: b, commit: "new", base: "new"), isOver: true,
            verdict: .take(commit: "new")),
    ]

    @Test(arguments: cases) func isJudged(_ example: Case) {
        #expect(
            Guard.judge(
                example.claim, live: example.live, isRemoved: example.isRemoved,
                isOver: example.isOver) == example.verdict)
    }

    // MARK: - Which state is live

    private static func state(
        _ version: Int64, after: [Int64] = [], digest: String = "", timestamp: Int64? = nil
    ) -> StateName {
        StateName(
            version: version, digest: digest, after: after, timestamp: timestamp ?? version)
    }

    struct Choice: CustomTestStringConvertible {
        let testDescription: String
        let there: LiveChoice.There
        var seen: [StateName] = []
        var listedUpTo: Int64?
        let choice: LiveChoice
    }

    private static let many = Array((100..<164).reversed()).map { Int64($0) }
    private static let choices = [
        Choice(testDescription: "an empty directory", there: .nothing, choice: .first),
        Choice(
            testDescription: "an empty directory and a list", there: .nothing, listedUpTo: 5,
            choice: .list),
        Choice(
            testDescription: "an empty directory after a publish", there: .nothing,
            seen: [state(5)], choice: .seen(0, lost: [])),
        Choice(
            testDescription: "a state that no home has seen", there: .state(state(5)),
            choice: .repository(lost: [])),
        Choice(
            testDescription: "the seen state", there: .state(state(5)), seen: [state(5)],
            choice: .repository(lost: [])),
        Choice(
            testDescription: "a newer state than the seen one", there: .state(state(7, after: [5])),
            seen: [state(5)], choice: .repository(lost: [])),
        Choice(
            testDescription: "an older copy", there: .state(state(5)),
            seen: [state(5), state(7, after: [5])], choice: .seen(1, lost: [])),
        Choice(
            testDescription: "an older timestamp of the same state",
            there: .state(state(5, timestamp: 5)), seen: [state(5, timestamp: 9)],
            choice: .seen(0, lost: [])),
        Choice(
            testDescription: "two publishes of which neither came after the other",
            there: .state(state(8, after: [5])), seen: [state(7, after: [5])],
            choice: .repository(lost: [0])),
        Choice(
            testDescription: "two states of one second",
            there: .state(state(7, after: [5], digest: "a")),
            seen: [state(7, after: [5], digest: "b")], choice: .repository(lost: [0])),
        Choice(
            testDescription: "a state came after all that are older than the 64 it names",
            there: .state(state(164, after: many)), seen: [state(99, after: [98])],
            choice: .repository(lost: [])),
        Choice(
            testDescription: "a damaged timestamp and a seen state", there: .damaged,
            seen: [state(5)], choice: .seen(0, lost: [])),
        Choice(
            testDescription: "a damaged timestamp and a list", there: .damaged, listedUpTo: 9,
            choice: .nothing),
        Choice(
            testDescription: "states of a superseded key and a list that reaches them",
            there: .replacedKey(version: 5), listedUpTo: 5, choice: .list),
        Choice(
            testDescription: "states of a superseded key and a list that is older",
            there: .replacedKey(version: 7), listedUpTo: 5, choice: .nothing),
        Choice(
            testDescription: "states of a superseded key that were put back",
            there: .replacedKey(version: 7), seen: [state(9)], listedUpTo: 7,
            choice: .seen(0, lost: [])),
    ]

    @Test(arguments: choices) func isLive(_ example: Choice) {
        #expect(
            LiveChoice.decide(
                there: example.there, seen: example.seen, listedUpTo: example.listedUpTo)
                == example.choice)
    }
}
