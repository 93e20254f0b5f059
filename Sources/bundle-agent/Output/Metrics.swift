import BundleFormat
import BundleUpdater
import PlainText
import UpdatePolicy

/// The metrics in Prometheus' text format, for node_exporter's textfile collector.
enum Metrics {
    private typealias Sample = (labels: [(name: String, value: String)], value: String)

    /// The whole file: the last poll's report and how long it took, and the counters.
    static func text(_ report: PollReport, _ record: ServiceRecord, milliseconds: Int64) -> String {
        let isUpToDate = [.updated, .upToDate].contains(report.outcome)
        let texts = [
            gauge(
                "bundle_agent_info", "The agent's version; always 1.",
                [([("version", BundleAgent.version)], "1")]),
            gauge(
                "bundle_agent_up_to_date",
                "Whether the last poll took all that this machine is to serve.",
                isUpToDate ? 1 : 0),
            gauge(
                "bundle_agent_last_check_timestamp_seconds", "When the last poll ended.",
                report.finishedUnixSeconds),
            gauge(
                "bundle_agent_last_success_timestamp_seconds",
                "When the repository's word was last had in full.",
                report.lastSuccessUnixSeconds),
            gauge(
                "bundle_agent_next_check_timestamp_seconds", "When the service polls next.",
                record.nextCheckUnixSeconds),
            gauge(
                "bundle_agent_metadata_expiry_timestamp_seconds",
                "When the repository's word runs out.",
                report.expiresUnixSeconds),
            gauge(
                "bundle_agent_consecutive_failures", "Polls in a row that ended in trouble.",
                Int64(report.failuresInARow)),
            counter(
                "bundle_agent_polls_total", "Polls by how they ended.",
                PollReport.Outcome.allCases.map { outcome in
                    ([("outcome", outcome.rawValue)], "\(record.polls[outcome.rawValue] ?? 0)")
                }),
            counter(
                "bundle_agent_downloaded_bytes_total", "Bytes that polls have fetched.",
                [([], "\(record.downloadedBytes)")]),
            counter(
                "bundle_agent_poll_seconds_total", "Time that polls have taken.",
                [([], seconds(record.pollMilliseconds))]),
            gauge(
                "bundle_agent_last_poll_seconds", "Time that the last poll has taken.",
                [([], seconds(milliseconds))]),
            gauge(
                "bundle_agent_bundle_info", "What is served of a year; always 1.",
                report.years.compactMap { (year) -> Sample? in
                    guard let entry = year.entry else { return nil }
                    return (
                        [
                            ("year", "\(year.year)"), ("version", entry.version.hex),
                            ("origin", entry.origin.rawValue),
                        ], "1"
                    )
                }),
            gauge(
                "bundle_agent_bundle_held_back",
                "Whether something published of a year cannot be taken.",
                report.years.map { year in
                    ([("year", "\(year.year)")], year.action == .heldBack ? "1" : "0")
                }),
        ]
        return texts.joined()
    }

    private static func counter(_ name: String, _ help: String, _ samples: [Sample]) -> String {
        metric(name, "counter", help, samples)
    }

    private static func gauge(_ name: String, _ help: String, _ samples: [Sample]) -> String {
        metric(name, "gauge", help, samples)
    }

    /// A metric with one sample; without a sample if the value is not known.
    private static func gauge(_ name: String, _ help: String, _ value: Int64?) -> String {
        gauge(name, help, value.map { [([], "\($0)")] } ?? [])
    }

    private static func metric(
        _ name: String, _ kind: String, _ help: String, _ samples: [Sample]
    ) -> String {
        guard !samples.isEmpty else { return "" }
        let lines = samples.map { sample in
            let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value))\"" }
            return name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
                + " \(sample.value)\n"
        }
        return "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n" + lines.joined()
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        let rest = "\(milliseconds % 1_000)"
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    private static func escaped(_ value: String) -> String {
        PlainText.line(value).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }
}
