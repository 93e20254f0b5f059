import BreakdownRenderer
import BundleFormat
import Files
import JSON

/// A description, checked, in the form that is published.
package struct CompiledDescription: Sendable {
    /// The content of `match.json` or `insights.json`.
    package let bytes: [UInt8]
    /// The description, ready to render with.
    package let description: Description
    /// What the author of this season wrote; nil for an alias, which another author wrote.
    package let written: WrittenDescription?
    /// What its author may have meant otherwise, in the author's own file.
    package let warnings: [Diagnostic]
}

/// Makes `match.json` of `match.yaml`, and `insights.json` of `insights.yaml`.
///
/// The result is the same tree with sorted keys. An alias becomes the description that it stands for.
enum DescriptionCompiler {
    /// Compiles one description.
    ///
    /// - Returns: the description; equal trees give equal bytes, even if comments and order differ.
    /// - Throws: ``DiagnosedError`` with all mistakes of this file, or of the one that it is an alias of.
    static func compile(
        _ source: DescriptionSource
    ) throws(DiagnosedError) -> CompiledDescription {
        let own = try WrittenDescription(source.file)
        var written = own
        var json = own.json
        let alias = try alias(own)
        if let alias {
            written = try target(of: own, source.borrowed)
            json = alias.resolved(written.json)
        }
        let comments = ExpressionComments(written, of: source.subject)
        let description: Description
        do throws(DescriptionErrors) {
            description = try Description.decode(json, of: source.subject)
        } catch {
            let others = error.findings.filter { !comments.paths.contains($0.path) }
            let found = written.diagnosed(others).diagnostics + comments.mistakes
            throw DiagnosedError(found.inReadingOrder())
        }
        guard comments.mistakes.isEmpty else { throw DiagnosedError(comments.mistakes) }
        // The compiler finds the level, so that the author need not know it.
        json = json.ofLevel(description.level)
        return CompiledDescription(
            bytes: sorted(json).serialized(.indented), description: description,
            written: alias == nil ? own : nil,
            warnings: own.warnings + (alias == nil ? comments.warnings : []))
    }

    private static func alias(_ source: WrittenDescription) throws(DiagnosedError)
        -> DescriptionAlias?
    {
        do {
            return try DescriptionAlias.decode(source.json)
        } catch {
            throw source.diagnosed(error.findings)
        }
    }

    private static func target(
        of source: WrittenDescription, _ borrowed: DescriptionSource.BorrowedFile?
    ) throws(DiagnosedError) -> WrittenDescription {
        func refused(_ problem: String) -> DiagnosedError {
            DiagnosedError(source.diagnostic(problem, at: JSONPath.root.member("alias")))
        }
        guard let borrowed else { throw refused("expected the year of another season here") }
        let bytes: [UInt8]
        switch borrowed.content {
        case .success(let read): bytes = read
        case .failure(let error):
            throw refused("expected the year of another season here: \(error)")
        }
        let target = try WrittenDescription(SourceFile(path: borrowed.path, bytes: bytes))
        guard target.json["alias"] == nil else {
            throw refused(
                "expected a season that describes itself, found that \(borrowed.path) is an alias")
        }
        return target
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

extension JSON {
    /// The same description with the level that it needs.
    fileprivate func ofLevel(_ level: Int) -> JSON {
        guard case .object(var object) = self else { return self }
        object["format"] = .integer(Int64(level))
        return .object(object)
    }
}
