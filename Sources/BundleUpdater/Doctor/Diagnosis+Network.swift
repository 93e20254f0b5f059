import Files
import RepositoryTransport
import SeasonClient
import TUF
import WebTransport

extension Diagnosis {
    /// Connects to an address's server, or to its proxy; nil for a folder.
    static func connection(
        _ address: RepositoryAddress, _ proxy: Proxy, _ environment: [String: String]
    ) -> Diagnosis? {
        guard let web = address.web else { return nil }
        let probe = ConnectionProbe(web)
        do throws(ProxyVariableError) {
            if let way = try proxy.way(to: web, variable: { environment[$0] }) {
                return Self.proxy(way, host: probe.host, ConnectionProbe(way).run())
            }
            return server(probe.host, probe.port, probe.run())
        } catch {
            return .problem(
                .proxy, error.description, remedy: "correct or unset the variable \(error.name)")
        }
    }

    private static func proxy(
        _ proxy: ProxyAddress, host: String, _ result: ConnectionProbe.Result
    ) -> Diagnosis {
        let remedy = "correct the setting 'proxy' or the variable that names it, or start the proxy"
        return switch result {
        case .connected(let address):
            .ok(.proxy, "\(proxy): answers at \(address); \(host) is reached through it")
        case .unresolved(let problem):
            .problem(.proxy, "\(proxy): the name is not found: \(problem)", remedy: remedy)
        case .unconnected(let problem):
            .problem(.proxy, "\(proxy): does not answer: \(problem)", remedy: remedy)
        }
    }

    private static func server(
        _ host: String, _ port: Int, _ result: ConnectionProbe.Result
    ) -> Diagnosis {
        switch result {
        case .connected(let address): .ok(.network, "\(host): port \(port) of \(address) answers")
        case .unresolved(let problem):
            .problem(
                .network, "\(host): the name is not found: \(problem)",
                remedy: FetchError.nameRemedy)
        case .unconnected(let problem):
            .problem(
                .network, "\(host): port \(port) does not answer: \(problem)",
                remedy: FetchError.connectionRemedy)
        }
    }

    /// Reads the certificate authorities.
    static func authorities(_ file: String?) -> Diagnosis {
        let path = file ?? "/etc/ssl/certs/ca-certificates.crt"
        let problem: String
        do throws(FileError) {
            let bytes = try Files.read(path, lengthBytesMax: 4 << 20)
            let text = String(decoding: bytes, as: UTF8.self)
            if text.contains("-----BEGIN CERTIFICATE-----") { return .ok(.certificates, path) }
            problem = "\(path): expected certificates in PEM form, found none"
        } catch {
            problem = error.description
        }
        return .problem(
            .certificates, problem,
            remedy: file == nil
                ? "apt install ca-certificates"
                : "name a PEM file with 'ca-file', or remove the setting")
    }
}
