import BundleFormat
import TUF

extension Poller.Options {
    /// The highest level of the description language that this agent and the program that shows its bundles
    /// both read.
    ///
    /// The agent asks the program only if something needs more than level 1.
    func levelMax(of targets: [TargetFile]) -> Int {
        let needed = targets.compactMap { TargetName($0.path)?.format }
        guard let selfTest, needed.contains(where: { $0 > 1 }) else {
            return BundleFormat.newest
        }
        return min(BundleFormat.newest, selfTest.levelMax())
    }
}

extension EmbeddedSet {
    /// The bundles that the program that shows them can read.
    package func readable(by selfTest: SelfTest?) -> EmbeddedSet {
        guard let selfTest, versions.keys.contains(where: { level(of: $0) > 1 }) else {
            return self
        }
        return readable(upTo: selfTest.levelMax())
    }
}
