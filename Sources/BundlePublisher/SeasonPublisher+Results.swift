import BundleFormat

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
}
