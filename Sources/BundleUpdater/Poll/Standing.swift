import BundleFormat
import UpdatePolicy

/// The state that one step of a poll passes to the next.
struct Standing {
    /// People's choices, failed trials, and which keys vouched for which contents.
    var memory: Memory
    /// What is served.
    var served: SetIndex
    /// The contents that only a replaced key has signed; they are deleted.
    var forgotten: [BundleYear: Set<ContentVersion>] = [:]
    /// The years whose self-test was cut off in this poll, so that one poll counts one interruption.
    var interrupted: Set<BundleYear> = []

    /// The standing after a plan was carried out.
    ///
    /// It remembers each bundle that was refused for its content and each self-test that was cut off, so that
    /// not every poll tries them again.
    ///
    /// - Parameters:
    ///   - result: the result of the plan.
    ///   - tester: the program that tests bundles.
    ///   - nowUnixSeconds: the time.
    /// - Returns: the new standing.
    func after(_ result: PlanResult, tester: String?, nowUnixSeconds: Int64) -> Standing {
        var next = self
        next.served = result.served
        for plan in result.plan.years {
            guard let verdict = result.failed[plan.year]?.verdictToRemember else { continue }
            if case .cutOff = verdict, !next.interrupted.insert(plan.year).inserted { continue }
            next.memory.trials.record(
                verdict, of: plan, tester: tester, nowUnixSeconds: nowUnixSeconds)
        }
        return next
    }
}
