import Files
import RepositoryTransport
import TUF

/// The way to a repository: name, connection, proxy, certificates.
enum NetworkChecks {
    /// The name and the connection of one address; a proxy has its own.
    static func connection(_ address: RepositoryAddress, isProxied: Bool) -> Diagnosis? {
        guard let probe = ConnectionProbe(address) else { return nil }
        guard !isProxied else {
            return .note("network", "\(probe.host): through a proxy, which finds the way itself")
        }
        return judge(probe.run(), probe)
    }

    static func judge(_ result: ConnectionProbe.Result, _ probe: ConnectionProbe) -> Diagnosis {
        switch result {
        case .connected(let address):
            .ok("network", "\(probe.host): port \(probe.port) of \(address) answers")
        case .unresolved(let problem):
            .problem(
                "network", "\(probe.host): the name is not found: \(problem)",
                remedy: "check the address's spelling, and the name servers in /etc/resolv.conf")
        case .unconnected(let problem):
            .problem(
                "network", "\(probe.host): port \(probe.port) does not answer: \(problem)",
                remedy: "check network, firewall and server; where only a proxy leads out, set"
                    + " 'proxy'")
        }
    }

    /// The variables that send through a proxy; those of the service may be others.
    static func proxy(_ environment: [String: String]) -> Diagnosis {
        let names = [
            "http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
        ]
        let set = names.filter { environment[$0]?.isEmpty == false }
        guard !set.isEmpty else { return .ok("proxy", "none is set in this environment") }
        return .note(
            "proxy",
            "\(set.joined(separator: ", ")) set here; the service has the environment of its unit")
    }

    /// Whether the variables send an address through a proxy.
    static func isProxied(_ environment: [String: String], _ scheme: RepositoryAddress.Scheme)
        -> Bool
    {
        let names =
            scheme == .https
            ? ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
            : ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"]
        return names.contains { environment[$0]?.isEmpty == false }
    }

    /// The authorities that TLS is checked by.
    static func certificates(_ file: String?) -> Diagnosis {
        let path = file ?? "/etc/ssl/certs/ca-certificates.crt"
        let remedy =
            file == nil
            ? "apt install ca-certificates"
            : "name a PEM file with 'ca-file', or remove the setting"
        do throws(FileError) {
            let bytes = try Files.read(path, lengthBytesMax: 4 << 20)
            guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----")
            else {
                return .problem(
                    "certificates", "\(path): expected certificates in PEM form, found none",
                    remedy: remedy)
            }
            return .ok("certificates", path)
        } catch {
            return .problem("certificates", error.description, remedy: remedy)
        }
    }

    /// What to do about a transfer that failed, from what libcurl says of it.
    static func remedy(_ problem: String) -> String {
        let problem = problem.lowercased()
        if problem.contains("web page") { return "sign in to this network, or use another" }
        if problem.contains("certificate") || problem.contains("ssl") || problem.contains("tls") {
            return "check the clock; where this network looks into TLS, use another, or name its"
                + " authority with 'ca-file'"
        }
        if problem.contains("401") || problem.contains("403") {
            return "name a login with 'credentials-file'"
        }
        if problem.contains("proxy") { return "check the proxy's address and login" }
        return "check network and server; the agent tries again by itself"
    }
}
