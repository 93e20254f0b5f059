import Files
import Glibc

/// What proves to servers who asks, each secret for one server alone.
///
/// A file of lines, `#` before remarks:
///
/// ```
/// https://bundles.example.org       bearer TOKEN
/// https://mirror.example.net:8443   basic USER PASSWORD
/// ```
///
/// The address is scheme, host and port; the secret is sent to exactly these, also where they
/// redirect elsewhere. Over `http` everyone on the way can read it, so it must stand there.
public struct Credentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// How one server wants it.
    enum Secret: Equatable {
        /// RFC 6750.
        case bearer(token: String)
        /// RFC 7617; the password is the rest of the line.
        case basic(user: String, password: String)
    }

    private let secrets: [String: Secret]

    /// Bytes of the file: a mistaken path must not fill the memory.
    static let lengthBytesMax = 64 << 10

    /// Reads a file that nobody but its owner and its group can read.
    ///
    /// The group may, because that is how systemd hands credentials to a service
    /// (`LoadCredential=`).
    ///
    /// - Parameter path: the file.
    /// - Throws: ``CredentialsError`` if it cannot be read, others can read it, or a line makes no
    ///   sense.
    public init(file path: String) throws(CredentialsError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw CredentialsError(
                "\(FileError(operation: "read the credentials", path: path, code: errno))")
        }
        guard status.st_mode & 0o027 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw CredentialsError(
                "\(path): expected credentials that nobody else can read, found mode \(mode);"
                    + " chmod 640 it, and if others may have read it, have new ones made")
        }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, lengthBytesMax: Self.lengthBytesMax)
        } catch {
            throw CredentialsError("\(error)")
        }
        try self.init(String(decoding: bytes, as: UTF8.self), from: path)
    }

    /// Reads the file's text; a line's content is never part of an error.
    init(_ text: String, from path: String) throws(CredentialsError) {
        var secrets: [String: Secret] = [:]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) {
            let words = line.split(maxSplits: 3) { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard let address = try? RepositoryAddress(String(first)), let origin = address.origin
            else {
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

    /// What is sent to the server of an address; nil if nothing is.
    func secret(for address: RepositoryAddress) -> Secret? {
        address.origin.flatMap { secrets[$0] }
    }

    /// The servers, without what is sent to them.
    public var description: String {
        "credentials for \(secrets.keys.sorted().joined(separator: ", "))"
    }

    /// The same: a secret is shown to nobody.
    public var debugDescription: String { description }
}

/// Why credentials cannot be used; names file and line, never what is in it.
public struct CredentialsError: Error, Equatable, CustomStringConvertible {
    /// What was expected, and the remedy.
    public let description: String

    init(_ description: String) { self.description = description }
}

extension Credentials.Secret {
    /// Reads the words after the address; nil for anything else, control characters included.
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
