import BundleFormat
import BundleUpdater
import SeasonClient
import Text

/// The metrics in Prometheus' text format, for node_exporter's textfile collector.
enum Metrics {
    private typealias Sample = (labels: KeyValuePairs<String, String>, value: String)

    /// The whole file: the last poll's report and how long it took, and the counters.
    static func text(_ report: PollReport, _ record: ServiceRecord, milliseconds: Int64) -> String {
        let outcomes = PollReport.Outcome.allCases.map { outcome -> Sample in
            (["outcome": outcome.rawValue], "\(record.polls[outcome.rawValue] ?? 0)")
        }
        let served = report.years.compactMap { year -> Sample? in
            guard let entry = year.entry else { return nil }
            let labels: KeyValuePairs = [
                "year": "\(year.year)", "version": entry.version.hex,
                "origin": entry.origin.rawValue,
            ]
            return (labels, "1")
        }
        let heldBack = report.years.map { year -> Sample in
            (["year": "\(year.year)"], year.action == .heldBack ? "1" : "0")
        }
        let isUpToDate = [.updated, .upToDate].contains(report.outcome)
        return [
            metric(
                "bundle_agent_info", "The agent's version; always 1.",
                [(["version": programVersion], "1")]),
            metric(
                "bundle_agent_up_to_date",
                "Whether the last poll took everything that this machine must serve.",
                isUpToDate ? "1" : "0"),
            metric(
                "bundle_agent_last_check_timestamp_seconds", "When the last poll ended.",
                "\(report.finishedUnixSeconds)"),
            metric(
                "bundle_agent_last_success_timestamp_seconds",
                "When the repository was last read completely.",
                report.lastSuccessUnixSeconds.map(String.init)),
            metric(
                "bundle_agent_next_check_timestamp_seconds", "When the service polls next.",
                record.nextCheckUnixSeconds.map(String.init)),
            metric(
                "bundle_agent_metadata_expiry_timestamp_seconds",
                "When the repository's metadata expires.",
                report.expiresUnixSeconds.map(String.init)),
            metric(
                "bundle_agent_consecutive_failures", "Failed polls in a row.",
                "\(report.failuresInARow)"),
            metric("bundle_agent_polls_total", "Polls by outcome.", outcomes),
            metric(
                "bundle_agent_downloaded_bytes_total", "Bytes that all polls downloaded.",
                "\(record.downloadedBytes)"),
            metric(
                "bundle_agent_poll_seconds_total", "Time that all polls took.",
                seconds(record.pollMilliseconds)),
            metric(
                "bundle_agent_last_poll_seconds", "Time that the last poll took.",
                seconds(milliseconds)),
            metric(
                "bundle_agent_bundle_info", "The version that is served of a year; always 1.",
                served),
            metric(
                "bundle_agent_bundle_held_back",
                "Whether this machine cannot take what is published of a year.",
                heldBack),
        ].joined()
    }

    /// A metric with one sample; nothing if the value is not known.
    private static func metric(_ name: String, _ help: String, _ value: String?) -> String {
        let none: KeyValuePairs<String, String> = [:]
        return metric(name, help, value.map { [(none, $0)] } ?? [])
    }

    /// A metric; nothing without a sample.
    ///
    /// The name of a counter ends with `_total`, and that of a gauge does not.
    private static func metric(_ name: String, _ help: String, _ samples: [Sample]) -> String {
        guard !samples.isEmpty else { return "" }
        let kind = name.hasSuffix("_total") ? "counter" : "gauge"
        let lines = samples.map { sample in
            let labels = sample.labels.map { "\($0.key)=\"\(escaped($0.value))\"" }
            return name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
                + " \(sample.value)\n"
        }
        return "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n" + lines.joined()
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        "\(milliseconds / 1_000).\(String(milliseconds % 1_000 + 1_000).dropFirst())"
    }

    private static func escaped(_ value: String) -> String {
        PlainText.line(value).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }
}
