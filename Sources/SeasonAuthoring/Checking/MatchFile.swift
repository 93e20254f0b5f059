import BreakdownRenderer
import BundleFormat
import Files
import JSON

/// Reads files of real matches.
package enum MatchFile {
    /// Passes on each value in the files.
    ///
    /// - Parameters:
    ///   - paths: the files; each has an array, one value, or one value on each line.
    /// - Throws: ``AuthoringError`` if a file cannot be read or is no JSON, and what `receive` throws.
    package static func read(
        _ paths: [String], _ receive: (JSON, String) throws(AuthoringError) -> Void
    ) throws(AuthoringError) {
        for path in paths {
            let lengthBytesMax = JSONLimits.file.lengthBytesMax
            let bytes = try onDisk(try Files.readStream(path, lengthBytesMax: lengthBytesMax))
            try read(bytes, of: path, receive)
        }
    }

    private static func read(
        _ bytes: [UInt8], of path: String, _ receive: (JSON, String) throws(AuthoringError) -> Void
    ) throws(AuthoringError) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // The file has one value in each line if the first line is a whole value and more lines follow.
        let first = lines.firstIndex { !isBlank($0) } ?? 0
        guard lines[(first + 1)...].contains(where: { !isBlank($0) }),
            (try? JSON.parse(Array(lines[first]), limits: .matches)) != nil
        else {
            let json = try parse(bytes, of: path, line: nil)
            guard let values = json.arrayValue else { return try receive(json, path) }
            for (at, value) in values.enumerated() {
                try receive(value, "\(path): value \(at + 1)")
            }
            return
        }
        for (at, line) in lines.enumerated() where !isBlank(line) {
            try receive(try parse(Array(line), of: path, line: at + 1), "\(path):\(at + 1)")
        }
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }

    private static func parse(
        _ bytes: [UInt8], of path: String, line: Int?
    ) throws(AuthoringError) -> JSON {
        do {
            return try JSON.parse(bytes, limits: .matches)
        } catch {
            let place = "\(path):\(line ?? error.position.line):\(error.position.column)"
            throw AuthoringError(
                "\(place): \(error.problem)",
                remedy: "give matches as the API has them, in an array or one on each line")
        }
    }

    /// The season that a value is of.
    ///
    /// - Throws: ``AuthoringError`` if it is neither.
    package static func year(of value: JSON, _ place: String) throws(AuthoringError) -> BundleYear {
        let number: Int
        do throws(MatchError) {
            number = try TableSource.decode(value).year
        } catch {
            throw AuthoringError("\(place): \(error)")
        }
        guard let year = BundleYear(number) else {
            throw AuthoringError("\(place): expected a season, found \(number)")
        }
        return year
    }
}
