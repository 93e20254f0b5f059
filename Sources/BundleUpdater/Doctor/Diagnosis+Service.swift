/// A systemd unit that makes polls: the service, or the timer that replaces it.
package enum PollingUnit: String, CaseIterable, Sendable {
    case service = "bundle-agent.service"
    case timer = "bundle-agent-poll.timer"

    /// The properties of a unit that ``Diagnosis/service(shown:)`` reads; `Id` is its name.
    package static let properties = ["Id", "LoadState", "ActiveState", "UnitFileState"]

    /// The properties of each unit: lines `Name=value`, and an empty line between two units.
    fileprivate static func states(_ shown: String) -> [PollingUnit: [String: String]] {
        var states: [PollingUnit: [String: String]] = [:]
        var properties: [String: String] = [:]
        let lines = "\(shown)\n".split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            if let sign = line.firstIndex(of: "=") {
                properties[String(line[..<sign])] = String(line[line.index(after: sign)...])
            } else if let unit = properties["Id"].flatMap(PollingUnit.init(rawValue:)) {
                states[unit] = properties
                properties = [:]
            }
        }
        return states
    }
}

extension Diagnosis {
    /// Decides whether polls run automatically, from what systemd shows of both units; nil if it shows nothing.
    package static func service(shown: String?) -> Diagnosis {
        let states = PollingUnit.states(shown ?? "")
        guard !states.isEmpty else {
            return .note(.service, "systemd does not run here, or does not answer")
        }
        let running = PollingUnit.allCases.first {
            // A unit that reads its configuration again is at work, too.
            ["active", "reloading"].contains(states[$0]?["ActiveState"])
        }
        let starting = PollingUnit.allCases.filter {
            states[$0]?["UnitFileState"]?.hasPrefix("enabled") == true
        }
        let (service, timer) = (PollingUnit.service.rawValue, PollingUnit.timer.rawValue)
        guard starting.count < 2 else {
            return .warning(
                .service,
                "\(service) and \(timer) both start with the machine, and only one of them can run",
                remedy: "systemctl disable --now \(timer), then systemctl start \(service)")
        }
        switch (running?.rawValue, starting.first?.rawValue) {
        case (let running?, let starting?) where running == starting:
            return .ok(.service, "\(running) is installed, enabled and active")
        case (let running?, let starting?):
            return .warning(
                .service, "\(running) is active, and \(starting) starts with the machine",
                remedy: "systemctl disable \(starting), then systemctl enable \(running)")
        case (let running?, nil):
            return .warning(
                .service, "\(running) is active and does not start with the machine",
                remedy: "systemctl enable \(running)")
        case (nil, let starting?):
            return .problem(
                .service, "\(starting) starts with the machine and is not active",
                remedy: "systemctl status \(starting) says why; systemctl start \(starting)")
        case (nil, nil) where states[.service]?["LoadState"] == "masked":
            return .problem(
                .service, "\(service) is masked",
                remedy: "systemctl unmask \(service), then systemctl enable --now \(service)")
        case (nil, nil) where states.values.contains { $0["LoadState"] == "loaded" }:
            return .problem(
                .service,
                "neither \(service) nor \(timer) runs, and neither starts with the machine",
                remedy: "systemctl enable --now \(service)")
        case (nil, nil): return .note(.service, "\(service) is not installed; the package has it")
        }
    }
}
