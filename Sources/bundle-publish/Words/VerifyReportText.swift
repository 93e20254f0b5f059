import BundlePublisher
import JSON
import SeasonAuthoring
import TUF

/// A verification in words, for people and for machines.
enum VerifyReportText {
    /// A line for each client and each finding.
    static func lines(_ report: VerifyReport) -> String {
        var lines = ["\(report.place) at \(report.moment)"]
        for run in report.runs {
            let bundles = "\(counted(run.targetsCount, "bundle")), \(run.targetsBytes) bytes"
            let root = run.report?.status(of: .root)?.version ?? 0
            lines.append(
                "\(words(run.client)): "
                    + (run.problem ?? "updates to root \(root), \(bundles) verified"))
        }
        for finding in report.findings {
            lines.append("\(finding.severity.rawValue): \(finding.message)")
            lines.append("    → \(finding.remedy)")
        }
        return lines.harmlessLines
    }

    private static func words(_ client: VerifyReport.Client) -> String {
        switch client {
        case .oldest: "oldest supported root"
        case .current: "up to date"
        case .embedded: "embedded bundles only"
        }
    }

    static func json(_ report: VerifyReport) -> JSON {
        let clients = report.runs.map { run -> JSON in
            [
                "client": .string("\(run.client)"), "updates": .bool(run.problem == nil),
                "problem": run.problem.map { .string($0) } ?? nil,
                "root": run.report?.status(of: .root).map { .integer($0.version) } ?? nil,
                "timestamp": run.report?.status(of: .timestamp).map { .integer($0.version) } ?? nil,
                "targets": .integer(Int64(run.targetsCount)),
                "bytes": .integer(Int64(run.targetsBytes)),
            ]
        }
        let findings = report.findings.map { finding -> JSON in
            [
                "severity": .string(finding.severity.rawValue),
                "message": .string(finding.message), "remedy": .string(finding.remedy),
            ]
        }
        return [
            "isWell": .bool(report.isGood), "repository": .string(report.place),
            "at": .string(report.moment.description), "clients": .array(clients),
            "findings": .array(findings),
        ]
    }
}
