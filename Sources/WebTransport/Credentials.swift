import Files
import Glibc

/// Logins for servers; each secret is for one server only.
///
/// A file of lines, with remarks after `#`:
///
/// ```
/// https://bundles.example.org       bearer TOKEN
/// https://mirror.example.net:8443   basic USER PASSWORD
/// ```
///
/// The address is scheme, host and port. The secret is sent only to exactly these, even if the
/// server redirects elsewhere. With `http` everybody on the way can read it, so the file must say
/// `http` explicitly.
public struct Credentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    package enum Secret: Equatable {
        /// RFC 6750.
        case bearer(token: String)
        /// RFC 7617; the password is the rest of the line.
        case basic(user: String, password: String)
    }

    private let secrets: [String: Secret]

    /// Bytes of the file; prevents a wrong path from filling the memory.
    static let lengthBytesMax = 64 << 10

    /// Reads a file that only its owner and its group can read, as systemd gives it to a service (`LoadCredential=`).
    public init(file path: String) throws(CredentialsError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw CredentialsError(
                "\(FileError(operation: "read the credentials", path: path, code: errno))")
        }
        guard status.st_mode & 0o027 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw CredentialsError(
                "\(path): expected credentials that no other user can read, found mode \(mode); "
                    + RightsChange.remedy("chmod 640 it", at: path)
                    + ", and if others may have read it, have new ones made")
        }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, lengthBytesMax: Self.lengthBytesMax)
        } catch {
            throw CredentialsError("\(error)")
        }
        try self.init(String(decoding: bytes, as: UTF8.self), from: path)
    }

    /// Reads the file's text; no error contains the content of a line.
    package init(_ text: String, from path: String) throws(CredentialsError) {
        var secrets: [String: Secret] = [:]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) {
            let words = line.split(maxSplits: 3) { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard let origin = (try? WebAddress(String(first)))?.origin else {
                throw CredentialsError(
                    "\(path):\(number): expected https://HOST[:PORT] first on the line")
            }
            guard let secret = Secret(words.dropFirst()) else {
                throw CredentialsError(
                    "\(path):\(number): expected 'bearer TOKEN' or 'basic USER PASSWORD' after the"
                        + " address")
            }
            secrets[origin] = secret
        }
        self.secrets = secrets
    }

    package func secret(for address: WebAddress) -> Secret? { secrets[address.origin] }

    /// The servers, without their secrets.
    public var description: String {
        "credentials for \(secrets.keys.sorted().joined(separator: ", "))"
    }

    /// The servers, without their secrets.
    public var debugDescription: String { description }
}

/// Why credentials cannot be used; it names file and line, but no content.
public struct CredentialsError: Error, Equatable, CustomStringConvertible {
    /// What was expected, and the remedy.
    public let description: String

    init(_ description: String) { self.description = description }
}

extension Credentials.Secret {
    /// Reads the words after the address; nil for anything else, including control characters.
    fileprivate init?(_ words: ArraySlice<Substring>) {
        let words = words.map(String.init)
        guard words.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
            return nil
        }
        switch (words.first?.lowercased(), words.count) {
        case ("bearer", 2): self = .bearer(token: words[1])
        case ("basic", 3) where !words[1].contains(":"):
            self = .basic(user: words[1], password: words[2])
        default: return nil
        }
    }
}
