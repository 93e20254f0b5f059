import BreakdownRenderer
import JSON

/// A description as its author wrote it: its tree, and where each part of it stands in the file.
struct WrittenDescription {
    /// The file, as the author would name it.
    let path: String
    /// The tree.
    let json: JSON
    private let map: SourceMap

    /// Reads the YAML.
    ///
    /// - Parameter file: the file.
    /// - Throws: ``DiagnosedError`` where it is no YAML of the format.
    init(_ file: SourceFile) throws(DiagnosedError) {
        let tree = try YAMLReader.read(SourceText(path: file.path, bytes: file.bytes))
        path = file.path
        json = tree.json
        map = tree.map
    }

    /// A diagnostic about the value at a path.
    func diagnostic(_ message: String, at path: JSONPath) -> Diagnostic {
        Diagnostic(file: self.path, place: map.place(of: path, part: .value), message: message)
    }

    /// The diagnostic for a finding in the tree.
    ///
    /// - Parameters:
    ///   - finding: what is wrong and where in the tree.
    ///   - part: whether a member's key or its value is wrong.
    /// - Returns: the same, where it stands in the file.
    func diagnostic(
        _ finding: DescriptionFinding, part: SourceMap.Part = .value
    ) -> Diagnostic {
        let place =
            if let offset = finding.offset {
                map.place(inTextAt: finding.path, offset: offset, length: finding.length ?? 1)
            } else {
                map.place(of: finding.path, part: part)
            }
        return Diagnostic(
            file: path, place: place, message: finding.message, remedy: finding.remedy)
    }

    /// The mistakes that the tree's decoding has found.
    func diagnosed(_ errors: DescriptionErrors) -> DiagnosedError {
        DiagnosedError(
            errors.findings.map { finding in
                diagnostic(
                    finding, part: finding.message.hasPrefix("unknown key") ? .key : .value)
            })
    }
}
