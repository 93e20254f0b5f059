import BundleFormat
import JSON
import SeasonAuthoring

extension SeasonPublisher {
    /// What a publish did, or would do.
    public struct Outcome: Equatable, Sendable {
        /// What happens to a season.
        public enum Change: String, Sendable {
            case added, changed, removed, unchanged
            /// Its content is recalled, and nothing is shown instead.
            case withdrawn
            /// A zip that was gone is put back.
            case restored
            /// The same content with a changed rollout or another list of recalls.
            case revised
        }

        /// One season.
        public struct Season: Equatable, Sendable {
            /// The year it is played in.
            public let year: Int
            /// What happens to it.
            public let change: Change
            /// Its content from now on, 64 hexadecimal digits; nil if it is removed.
            public let version: String?
        }

        /// All seasons, in ascending order.
        public let seasons: [Season]
        /// True if nothing was, or would be, signed or written.
        public let isUnchanged: Bool
        /// The files written, below the directory, in order; none for a plan.
        public let written: [String]

        init(_ report: Publisher.Report) {
            seasons = report.plan.seasons.map {
                Season(year: $0.year.number, change: $0.change, version: $0.new?.hex)
            }
            isUnchanged = report.plan.signing == .nothing
            written = report.written
        }
    }

    /// Why nothing was published.
    public struct Failure: Error, Equatable, CustomStringConvertible {
        /// Who has to do what about it.
        public enum Kind: Sendable {
            /// An author corrects the seasons.
            case mistakes
            /// An operator finds out who changed the directory: its content is not what our keys have signed.
            case refused
            /// A publisher pulls first: the live state has something that this checkout lacks.
            case behind
            /// An operator looks at keys, clock, disk or network.
            case failed
        }

        /// An author's mistake.
        public struct Mistake: Equatable, Sendable {
            /// The file, below the folder of seasons.
            public let file: String
            /// The line, from 1; nil if the file as a whole is meant.
            public let line: Int?
            /// What was expected and what was found.
            public let message: String
        }

        /// Who has to do what about it.
        public let kind: Kind
        /// The authors' mistakes; none for the other kinds.
        public let mistakes: [Mistake]
        /// What was expected and what was found, and what to do.
        public let description: String

        private init(_ error: PublishError) {
            kind =
                switch error.kind {
                case .mistakes: .mistakes
                case .refused: .refused
                case .behind: .behind
                default: .failed
                }
            mistakes = error.diagnostics.filter { !$0.isWarning }.map {
                Mistake(file: $0.file, line: $0.place?.position.line, message: $0.message)
            }
            let remedy = error.remedy?.text {
                (["bundle-publish"] + $0.words).joined(separator: " ")
            }
            description = ([error.message] + error.details + [remedy].compactMap { $0 })
                .joined(separator: "\n")
        }

        static func wrap<Value>(
            _ body: () throws(PublishError) -> Value
        ) throws(Failure) -> Value {
            do throws(PublishError) {
                return try body()
            } catch {
                throw Failure(error)
            }
        }
    }
}
