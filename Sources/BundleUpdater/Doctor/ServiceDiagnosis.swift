/// Whether polls run automatically: by the service, or by the timer that replaces it.
package enum ServiceDiagnosis: SubjectDiagnosis, Equatable, Sendable {
    /// systemd does not run on this machine, or does not answer.
    case noSystemd
    case notInstalled
    case masked
    /// Neither runs, and neither starts with the machine.
    case stopped
    /// It starts with the machine and does not run.
    case notActive(Unit)
    /// It runs and does not start with the machine.
    case notEnabled(Unit)
    /// One runs, and the other one starts with the machine.
    case changes(Unit, atBoot: Unit)
    /// Both start with the machine, and one of them stops the other.
    case both
    case active(Unit)

    /// A unit that makes polls.
    package enum Unit: String, CaseIterable, Sendable {
        case service = "bundle-agent.service"
        case timer = "bundle-agent-poll.timer"
    }

    package var check: Diagnosis.Check { .service }

    package var level: Diagnosis.Level {
        switch self {
        case .active: .ok
        case .noSystemd, .notInstalled: .note
        case .notEnabled, .changes, .both: .warning
        case .masked, .stopped, .notActive: .problem
        }
    }

    /// The properties of a unit that ``init(shown:)`` reads; `Id` is its name.
    package static let properties = ["Id", "LoadState", "ActiveState", "UnitFileState"]

    /// Decides from the states of both units.
    package init(shown: String?) {
        let states = Self.states(shown ?? "")
        guard !states.isEmpty else {
            self = .noSystemd
            return
        }
        let service = states[.service] ?? [:]
        let running = Unit.allCases.first {
            // A unit that reads its configuration again is at work, too.
            ["active", "reloading"].contains(states[$0]?["ActiveState"])
        }
        let starting = Unit.allCases.filter {
            states[$0]?["UnitFileState"]?.hasPrefix("enabled") == true
        }
        switch (running, starting.first) {
        case _ where starting.count > 1: self = .both
        case (let running?, let starting?):
            self = running == starting ? .active(running) : .changes(running, atBoot: starting)
        case (let running?, nil): self = .notEnabled(running)
        case (nil, let starting?): self = .notActive(starting)
        case (nil, nil) where service["LoadState"] == "masked": self = .masked
        case (nil, nil):
            let isInstalled = states.values.contains { $0["LoadState"] == "loaded" }
            self = isInstalled ? .stopped : .notInstalled
        }
    }

    /// The properties of each unit: lines `Name=value`, and an empty line between two units.
    private static func states(_ shown: String) -> [Unit: [String: String]] {
        var states: [Unit: [String: String]] = [:]
        var properties: [String: String] = [:]
        let lines = "\(shown)\n".split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            if let sign = line.firstIndex(of: "=") {
                properties[String(line[..<sign])] = String(line[line.index(after: sign)...])
            } else if let unit = properties["Id"].flatMap(Unit.init(rawValue:)) {
                states[unit] = properties
                properties = [:]
            }
        }
        return states
    }
}
