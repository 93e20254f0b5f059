import ArgumentParser
import BundleFormat
import BundlePublisher

// The library's values that a command line can name.

extension BundleYear: ExpressibleByArgument {
    /// Reads a year: `2026`.
    public init?(argument: String) { self.init(argument) }
}

extension VersionPrefix: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

extension SecretFile: ExpressibleByArgument {
    /// Reads a path, or `fd:3` for a descriptor that the caller has opened.
    package init?(argument: String) { self.init(argument) }
}

extension WaveList {
    static func read(_ text: String) throws -> WaveList {
        guard let list = WaveList(text) else {
            throw ValidationError(problem(of: text))
        }
        return list
    }

    private static func problem(of text: String) -> String {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let bad = parts.first(where: { WaveList(String($0)) == nil }) else {
            return
                "expected at most \(Rollout.wavesMax) waves, each later and greater than the one "
                + "before: 10%:0h,50%:2h,100%:6h"
        }
        return "expected a part from 1% to 100% and a time behind it, as in 10%:0h, found '\(bad)'"
    }
}

extension TimeSpan: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

extension DecisionRequest.Replacement: ExpressibleByArgument {
    package init?(argument: String) {
        if argument == "embedded" {
            self = .embedded
        } else if let prefix = VersionPrefix(argument) {
            self = .content(prefix)
        } else {
            return nil
        }
    }

    /// What `--help` shows as the default.
    package var defaultValueDescription: String { "the newest other content" }
}
