import Files
import RepositoryTransport
import WebTransport

/// Whether a repository's server can be reached: proxy, name, connection, certificates.
package enum NetworkDiagnosis: SubjectDiagnosis, Equatable, Sendable {
    /// A variable names a proxy, and cannot be understood.
    case badProxyVariable(ProxyVariableError)
    /// How far a connection to the proxy came, and the server behind it.
    case proxy(ProxyAddress, host: String, ConnectionProbe.Result)
    /// How far a connection to the server came.
    case server(host: String, port: Int, ConnectionProbe.Result)
    case certificates(file: String)
    case noCertificates(file: String, isConfigured: Bool)
    case unreadableCertificates(FileError, isConfigured: Bool)

    package var check: Diagnosis.Check {
        switch self {
        case .badProxyVariable, .proxy: .proxy
        case .server: .network
        case .certificates, .noCertificates, .unreadableCertificates: .certificates
        }
    }

    package var level: Diagnosis.Level {
        switch self {
        case .proxy(_, _, .connected), .server(_, _, .connected), .certificates: .ok
        case .badProxyVariable, .proxy, .server, .noCertificates, .unreadableCertificates: .problem
        }
    }

    /// Connects to an address's server, or to its proxy; nil for a folder.
    static func connection(
        _ address: RepositoryAddress, _ proxy: Proxy, _ environment: [String: String]
    ) -> Self? {
        guard let probe = ConnectionProbe(address) else { return nil }
        do throws(ProxyVariableError) {
            guard let way = try proxy.way(to: address, variable: { environment[$0] }) else {
                return .server(host: probe.host, port: probe.port, probe.run())
            }
            return .proxy(way, host: probe.host, ConnectionProbe(way).run())
        } catch {
            return .badProxyVariable(error)
        }
    }

    /// Reads the certificate authorities.
    static func authorities(_ file: String?) -> Self {
        let path = file ?? "/etc/ssl/certs/ca-certificates.crt"
        do throws(FileError) {
            let bytes = try Files.read(path, lengthBytesMax: 4 << 20)
            let text = String(decoding: bytes, as: UTF8.self)
            return text.contains("-----BEGIN CERTIFICATE-----")
                ? .certificates(file: path)
                : .noCertificates(file: path, isConfigured: file != nil)
        } catch {
            return .unreadableCertificates(error, isConfigured: file != nil)
        }
    }
}
