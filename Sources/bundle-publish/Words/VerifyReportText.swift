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
                    + (run.problem.map(words) ?? "updates to root \(root), \(bundles) verified"))
        }
        for finding in report.findings {
            let (message, remedy) = HostingText.words(finding.problem)
            lines.append("\(finding.severity.rawValue): \(message)")
            lines.append("    → \(remedy)")
        }
        return lines.harmlessLines
    }

    private static func words(_ client: SiteVerifier.Client) -> String {
        switch client {
        case .oldest: "oldest supported root"
        case .current: "up to date"
        case .embedded: "embedded bundles only"
        }
    }

    private static func words(_ problem: SiteVerifier.Problem) -> String {
        switch problem {
        case .update(let error): "\(error)"
        case .entry(let path, let error): "\(path): \(error)"
        case .zip(let path, let error): "\(path): \(error)"
        case .tooLong(let path, let lengthBytes):
            "\(path): expected \(lengthBytes) bytes, found more"
        case .file(let path, let error): "\(path): \(error)"
        }
    }

    /// One object: `isWell`, `repository`, `at`, `clients` and `findings`.
    static func json(_ report: VerifyReport) -> JSON {
        let clients = report.runs.map { run -> JSON in
            [
                "client": .string("\(run.client)"), "updates": .bool(run.problem == nil),
                "problem": run.problem.map { .string(words($0)) } ?? nil,
                "root": run.report?.status(of: .root).map { .integer($0.version) } ?? nil,
                "timestamp": run.report?.status(of: .timestamp).map { .integer($0.version) } ?? nil,
                "targets": .integer(Int64(run.targetsCount)),
                "bytes": .integer(Int64(run.targetsBytes)),
            ]
        }
        let findings = report.findings.map { finding -> JSON in
            let (message, remedy) = HostingText.words(finding.problem)
            return [
                "severity": .string(finding.severity.rawValue),
                "message": .string(message), "remedy": .string(remedy),
            ]
        }
        return [
            "isWell": .bool(report.verdict == .good), "repository": .string(report.place),
            "at": .string(report.moment.description), "clients": .array(clients),
            "findings": .array(findings),
        ]
    }
}
