import BreakdownRenderer
import JSON

/// A description, checked, in the form that is published.
struct CompiledDescription {
    /// `match.json`'s content.
    let bytes: [UInt8]
    /// The same, ready to render with.
    let description: Description
}

/// Makes `match.json` of `match.yaml`: the same tree with its keys sorted, or every mistake in it.
enum DescriptionCompiler {
    /// Compiles one description.
    ///
    /// - Parameter file: the YAML.
    /// - Returns: the description; equal trees give equal bytes, whatever their comments and order.
    /// - Throws: ``DiagnosedError`` with all mistakes that can be told from this file alone.
    static func compile(_ file: SourceFile) throws(DiagnosedError) -> CompiledDescription {
        let source = try SourceText(path: file.path, bytes: file.bytes)
        let tree = try YAMLReader.read(source)
        do {
            return CompiledDescription(
                bytes: sorted(tree.json).serialized(.indented),
                description: try Description.decode(tree.json))
        } catch {
            throw DiagnosedError(
                error.findings.map { diagnostic($0, in: tree.map, path: file.path) })
        }
    }

    private static func diagnostic(
        _ finding: DescriptionFinding, in map: SourceMap, path: String
    ) -> Diagnostic {
        let place =
            if let offset = finding.offset {
                map.place(inTextAt: finding.path, offset: offset, length: finding.length ?? 1)
            } else {
                map.place(
                    of: finding.path, part: finding.message.hasPrefix("unknown key") ? .key : .value
                )
            }
        return Diagnostic(
            file: path, place: place, message: finding.message, remedy: finding.remedy)
    }

    /// The tree with every object's members in the order of their keys; as deep as YAML may be.
    private static func sorted(_ json: JSON) -> JSON {
        switch json {
        case .array(let elements): return .array(elements.map(sorted))
        case .object(let object):
            var result = JSONObject()
            let members = object.members.sorted {
                $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
            }
            for member in members { result[member.key] = sorted(member.value) }
            return .object(result)
        default: return json
        }
    }
}
