import Files
import RepositoryTransport
import TUF
import WebTransport

/// Checks the path to a repository: name, connection, proxy, certificates.
enum NetworkChecks {
    /// Checks the name and the connection of an address, or of its proxy; nil for a folder.
    ///
    /// - Parameters:
    ///   - address: the repository's address.
    ///   - proxy: the configured proxy.
    ///   - environment: all variables.
    /// - Returns: the finding.
    static func connection(
        _ address: RepositoryAddress, _ proxy: Proxy, _ environment: [String: String]
    ) -> Diagnosis? {
        guard let probe = ConnectionProbe(address) else { return nil }
        do throws(ProxyVariableError) {
            guard let way = try proxy.way(to: address, variable: { environment[$0] }) else {
                return diagnose(probe.run(), probe)
            }
            return diagnose(ConnectionProbe(way).run(), of: way, to: probe.host)
        } catch {
            return .problem(
                "proxy", error.description, remedy: "correct or unset the variable \(error.name)")
        }
    }

    /// The finding for a probe of the configured proxy.
    ///
    /// - Parameters:
    ///   - result: how far the connection came.
    ///   - proxy: the proxy.
    ///   - host: the server that the proxy leads to.
    /// - Returns: the finding.
    static func diagnose(
        _ result: ConnectionProbe.Result, of proxy: ProxyAddress, to host: String
    ) -> Diagnosis {
        let remedy = "correct the setting 'proxy' or the variable that names it, or start the proxy"
        return switch result {
        case .connected(let address):
            .ok("proxy", "\(proxy): answers at \(address); \(host) is reached by it")
        case .unresolved(let problem):
            .problem("proxy", "\(proxy): the name is not found: \(problem)", remedy: remedy)
        case .unconnected(let problem):
            .problem("proxy", "\(proxy): does not answer: \(problem)", remedy: remedy)
        }
    }

    static func diagnose(_ result: ConnectionProbe.Result, _ probe: ConnectionProbe) -> Diagnosis {
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

    /// Checks the certificate authorities.
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

    /// The remedy for a failed transfer, from libcurl's message.
    static func remedy(_ problem: String) -> String {
        let problem = problem.lowercased()
        if problem.contains("the proxy ") { return "check the proxy's address and login" }
        if problem.contains("web page") { return "sign in to this network, or use another" }
        if problem.contains("certificate") || problem.contains("ssl") || problem.contains("tls") {
            return "check the clock; where this network looks into TLS, use another, or name its"
                + " authority with 'ca-file'"
        }
        if problem.contains("401") || problem.contains("403") {
            return "name a login with 'credentials-file'"
        }

        return "check network and server; the agent tries again by itself"
    }
}
