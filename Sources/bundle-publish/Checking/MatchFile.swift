import BreakdownRenderer
import BundleFormat
import Files
import JSON

/// Files of real matches, which show more of a season than its samples do.
enum MatchFile {
    /// What the matches and insights in some files look like.
    ///
    /// - Parameter paths: the files: an array each, or one value a line.
    /// - Returns: the evidence by season.
    /// - Throws: ``PublishError`` where a file cannot be read or has something else in it.
    static func evidence(in paths: [String]) throws(PublishError) -> [BundleYear: Evidence] {
        var evidence: [BundleYear: Evidence] = [:]
        for path in paths {
            let bytes = try onDisk { () throws(FileError) in
                try Files.read(path, lengthBytesMax: JSONLimits.file.lengthBytesMax)
            }
            try add(bytes, of: path, to: &evidence)
        }
        return evidence
    }

    private static func add(
        _ bytes: [UInt8], of path: String, to evidence: inout [BundleYear: Evidence]
    ) throws(PublishError) {
        let lines = bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // One value a line, unless the first line is less, or all there is.
        let first = lines.firstIndex { !isBlank($0) } ?? 0
        guard lines[(first + 1)...].contains(where: { !isBlank($0) }),
            (try? JSON.parse(Array(lines[first]), limits: .file)) != nil
        else {
            let json = try parse(bytes, of: path, line: nil)
            for (at, value) in (json.arrayValue ?? [json]).enumerated() {
                try add(value, "\(path): value \(at + 1)", to: &evidence)
            }
            return
        }
        for (at, line) in lines.enumerated() where !isBlank(line) {
            let value = try parse(Array(line), of: path, line: at + 1)
            try add(value, "\(path):\(at + 1)", to: &evidence)
        }
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }

    private static func parse(
        _ bytes: [UInt8], of path: String, line: Int?
    ) throws(PublishError) -> JSON {
        do {
            return try JSON.parse(bytes, limits: .file)
        } catch {
            let place = "\(line ?? error.position.line):\(error.position.column)"
            throw .failed(
                "\(path):\(place): \(error.problem)",
                remedy: "expected are matches as the API gives them, in an array or one a line")
        }
    }

    private static func add(
        _ value: JSON, _ place: String, to evidence: inout [BundleYear: Evidence]
    ) throws(PublishError) {
        let number: Int
        do throws(MatchError) {
            number =
                EventInsights.looksLike(value)
                ? try EventInsights.decode(value).year : try Match.decode(value).year
        } catch {
            throw .failed("\(place): \(error)")
        }
        guard let year = BundleYear(number) else {
            throw .failed("\(place): expected a season, found \(number)")
        }
        evidence[year, default: Evidence()].add(value)
    }
}
