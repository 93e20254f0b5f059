import Files
import TUF

/// Why a command did not succeed; every error leads to exit status 1.
enum ClientError: Error, CustomStringConvertible {
    /// A command line, or an environment, that lacks something.
    case usage(String)
    /// A file cannot be read or written.
    case file(FileError)
    /// The update, a target's search or a download failed.
    case update(UpdateError)
    /// No role that is trusted for the path lists it.
    case noTarget(path: String)
    /// A target with more bytes than this program holds in memory.
    case targetTooLong(path: String, lengthBytesMax: Int, found: Int)

    /// The sentence: what was expected, what was found.
    var description: String {
        switch self {
        case .usage(let problem): problem
        case .file(let error): error.description
        case .update(let error): error.description
        case .noTarget(let path): "\(path): expected a target of that path, found none"
        case .targetTooLong(let path, let limit, let found):
            "\(path): expected at most \(limit) bytes, found \(found) listed"
        }
    }
}

/// Runs a step of the update and maps its errors.
func inUpdate<Value>(_ body: () throws(UpdateError) -> Value) throws(ClientError) -> Value {
    do throws(UpdateError) {
        return try body()
    } catch {
        throw .update(error)
    }
}
