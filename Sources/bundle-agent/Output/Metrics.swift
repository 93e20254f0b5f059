import BundleFormat
import BundleUpdater
import PlainText
import UpdatePolicy

/// The metrics in Prometheus' text format, for node_exporter's textfile collector.
enum Metrics {
    /// One metric: its name, its type, its help text, and its samples.
    private struct Metric {
        let name: String
        let kind: String
        let help: String
        var samples: [(labels: [(name: String, value: String)], value: String)]

        var text: String {
            guard !samples.isEmpty else { return "" }
            let lines = samples.map { sample in
                let labels = sample.labels.map { "\($0.name)=\"\(Metrics.escaped($0.value))\"" }
                return name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
                    + " \(sample.value)\n"
            }
            return "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n" + lines.joined()
        }
    }

    /// The whole file.
    ///
    /// - Parameters:
    ///   - report: the last poll's report.
    ///   - record: the counters.
    ///   - milliseconds: how long the last poll took.
    /// - Returns: the text.
    static func text(_ report: PollReport, _ record: ServiceRecord, milliseconds: Int64) -> String {
        (moments(report, record) + counters(report, record, milliseconds) + years(report))
            .map(\.text).joined()
    }

    private static func moments(_ report: PollReport, _ record: ServiceRecord) -> [Metric] {
        let isUpToDate = [.updated, .upToDate].contains(report.outcome)
        return [
            Metric(
                name: "bundle_agent_info", kind: "gauge", help: "The agent's version; always 1.",
                samples: [([("version", BundleAgent.version)], "1")]),
            gauge(
                "bundle_agent_up_to_date",
                "Whether the last poll took all that this machine is to serve.",
                isUpToDate ? 1 : 0),
            gauge(
                "bundle_agent_last_check_timestamp_seconds", "When the last poll ended.",
                report.finishedUnixSeconds),
            gauge(
                "bundle_agent_last_success_timestamp_seconds",
                "When the repository's word was last had in full.", report.lastSuccessUnixSeconds),
            gauge(
                "bundle_agent_next_check_timestamp_seconds", "When the service polls next.",
                record.nextCheckUnixSeconds),
            gauge(
                "bundle_agent_metadata_expiry_timestamp_seconds",
                "When the repository's word runs out.", report.expiresUnixSeconds),
        ]
    }

    private static func counters(
        _ report: PollReport, _ record: ServiceRecord, _ milliseconds: Int64
    ) -> [Metric] {
        [
            gauge(
                "bundle_agent_consecutive_failures", "Polls in a row that ended in trouble.",
                Int64(report.failuresInARow)),
            Metric(
                name: "bundle_agent_polls_total", kind: "counter",
                help: "Polls by how they ended.",
                samples: PollReport.Outcome.allCases.map { outcome in
                    (
                        [("outcome", outcome.rawValue)],
                        "\(record.polls[outcome.rawValue] ?? 0)"
                    )
                }),
            Metric(
                name: "bundle_agent_downloaded_bytes_total", kind: "counter",
                help: "Bytes that polls have fetched.", samples: [([], "\(record.downloadedBytes)")]
            ),
            Metric(
                name: "bundle_agent_poll_seconds_total", kind: "counter",
                help: "Time that polls have taken.",
                samples: [([], seconds(record.pollMilliseconds))]),
            Metric(
                name: "bundle_agent_last_poll_seconds", kind: "gauge",
                help: "Time that the last poll has taken.", samples: [([], seconds(milliseconds))]),
        ]
    }

    private static func years(_ report: PollReport) -> [Metric] {
        [
            Metric(
                name: "bundle_agent_bundle_info", kind: "gauge",
                help: "What is served of a year; always 1.",
                samples: report.years.compactMap { year in
                    year.entry.map { entry in
                        (
                            [
                                ("year", "\(year.year)"), ("version", entry.version.hex),
                                ("origin", entry.origin.rawValue),
                            ], "1"
                        )
                    }
                }),
            Metric(
                name: "bundle_agent_bundle_held_back", kind: "gauge",
                help: "Whether something published of a year cannot be taken.",
                samples: report.years.map { year in
                    ([("year", "\(year.year)")], year.action == .heldBack ? "1" : "0")
                }),
        ]
    }

    /// A metric with one sample; without a sample if the value is not known.
    private static func gauge(_ name: String, _ help: String, _ value: Int64?) -> Metric {
        Metric(name: name, kind: "gauge", help: help, samples: value.map { [([], "\($0)")] } ?? [])
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        let rest = "\(milliseconds % 1_000)"
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    private static func escaped(_ value: String) -> String {
        PlainText.line(value).map { character in
            switch character {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String(character)
            }
        }.joined()
    }
}
