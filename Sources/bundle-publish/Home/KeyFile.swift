import Files
import Glibc
import TUF

/// Where a signing key comes from; its content is never shown.
enum KeyFile {
    /// The environment variable that may hold the online key itself, as a CI secret.
    static let environmentName = "BUNDLE_PUBLISH_ONLINE_KEY"

    /// The online key: from the file named on the command line, else from the environment, else from
    /// the home.
    ///
    /// - Parameters:
    ///   - home: the publisher's folder.
    ///   - option: the file named on the command line.
    ///   - environment: the variable's value.
    /// - Returns: the key.
    /// - Throws: ``PublishError`` where it cannot be read, is no key, or others can read it.
    static func online(
        home: Home, option: String?, environment: String?
    ) throws(PublishError) -> SigningKey {
        if option == nil, let environment, !environment.isEmpty {
            return try decode(Array(environment.utf8), from: environmentName)
        }
        return try read(option ?? home.onlineKeyPath)
    }

    /// Reads a key file.
    ///
    /// - Parameter path: the file.
    /// - Returns: the key.
    /// - Throws: ``PublishError`` where it cannot be read, is no key, or others can read it.
    static func read(_ path: String) throws(PublishError) -> SigningKey {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw PublishError(
                FileError(operation: "read the key", path: path, code: errno),
                remedy: "make a home with bundle-publish init, name the key with --key, "
                    + "or put it into \(environmentName)")
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw .failed(
                "\(path): expected a key that only its owner can read, found mode \(mode)",
                remedy: "chmod 600 \(path); if others may have read it, treat it as stolen")
        }
        let bytes = try onDisk { () throws(FileError) in
            try Files.read(path, lengthBytesMax: PublishLimits.keyBytesMax)
        }
        return try decode(bytes, from: path)
    }

    private static func decode(
        _ bytes: [UInt8], from place: String
    ) throws(PublishError) -> SigningKey {
        do throws(KeyFileError) {
            return try SigningKey(keyFile: bytes)
        } catch {
            throw .failed("\(place): \(error)", remedy: "keys are made by bundle-publish init")
        }
    }
}
