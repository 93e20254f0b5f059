import BundleFormat
import TUF

@testable import BundlePublisher
@testable import SeasonAuthoring

/// A command of the publisher's, as words of a command line.
struct Command: Equatable {
    var words: [String]
    var variables: [String: String] = [:]
    /// Seconds by which the clock is off.
    var offset: Int64 = 0
    /// The promise that is broken where it fails and has changed something.
    var wholeness = Promise.nothingHappened
    /// What it is meant to do.
    var step: Step

    /// The words that every step has, without those that say where.
    private static func plain(_ step: Step, _ meaning: Meaning, _ catalogue: Catalogue) -> [String]?
    {
        func digits(_ year: Int, _ which: Step.Which) -> String? {
            let content =
                switch which {
                case .live: meaning.offers[year]?.content
                case .content(let content): content
                }
            return content.flatMap { catalogue.version(year, $0)?.short }
        }
        switch step {
        case .publish(let terms):
            return ["publish"]
                + (terms.waves.map { $0.course.isEmpty ? [] : ["--waves", $0.text] } ?? [])
                + (terms.holdsOff ? ["--hold-off", "10m"] : [])
                + (terms.again.map { ["--again", "\($0)"] } ?? [])
                + (terms.isForced ? ["--force"] : [])
        case .rollback(let year, let content):
            guard let content else { return ["rollback", "\(year)"] }
            return digits(year, .content(content)).map { ["rollback", "\(year)", "--to", $0] }
        case .recall(let year, let which, let to):
            guard let version = digits(year, which) else { return nil }
            switch to {
            case .previous: return ["recall", "\(year)", version]
            case .embedded: return ["recall", "\(year)", version, "--to", "embedded"]
            case .content(let content):
                return digits(year, .content(content)).map {
                    ["recall", "\(year)", version, "--to", $0]
                }
            }
        case .lift(let year, let which):
            return digits(year, which).map { ["recall", "\(year)", $0, "--lift"] }
        case .waves(let year, let waves): return ["waves", "\(year)", waves.text]
        case .publishBeta: return ["publish"]
        case .promote(let year): return ["promote"] + (year.map { ["\($0)"] } ?? [])
        case .prune: return ["prune", "--keep-days", "0"]
        case .refresh: return ["refresh"]
        case .rotate: return ["keys", "rotate-online"]
        case .addRoot: return ["keys", "add-root", "--no-passphrase"]
        case .removeRoot: return ["keys", "remove-root"]
        case .renewRoot: return ["keys", "renew-root"]
        case .threshold(let count): return ["keys", "threshold", "\(count)"]
        default: return nil
        }
    }

    /// The command of a step; nil where the step is none, or makes no sense just now.
    ///
    /// - Parameters:
    ///   - step: without what says how it is run.
    ///   - workshop: where it is run.
    ///   - meaning: which contents there are.
    ///   - catalogue: their versions.
    ///   - home: the publisher's folder; nil for the workshop's.
    init?(
        _ step: Step, in workshop: Workshop, _ meaning: Meaning, _ catalogue: Catalogue,
        home: String? = nil
    ) {
        guard var words = Self.plain(step, meaning, catalogue) else { return nil }
        switch step {
        case .publish, .refresh: words += ["--to", workshop.site]
        case .publishBeta: words += ["--to", workshop.beta]
        case .promote: words += ["--from", workshop.beta, "--to", workshop.site]
        case .rotate(let publishes):
            wholeness = .rotationIsWhole
            if publishes { words += ["--to", workshop.site] }
        case .addRoot, .renewRoot, .threshold: break
        case .removeRoot:
            // The newest: the others stay at hand.
            guard let key = try? workshop.rootKeyIDs().last else { return nil }
            words.append(key)
        default: words += ["--in", workshop.site]
        }
        switch step {
        case .publish, .publishBeta, .rotate: words += ["--bundles", workshop.bundles]
        default: break
        }
        self.words = words + ["--home", home ?? workshop.homePath]
        self.step = step
    }

    /// The line as somebody would type it.
    var line: String { (["bundle-publish"] + words).joined(separator: " ") }
}

extension Workshop {
    /// The root keys that the newest root names, by their identifiers.
    func rootKeyIDs() throws -> [String] {
        let roots = try home.roots()
        return try roots.next(expires: roots.newestMetadata().expires).root.keys.map(\.keyID)
    }
}
