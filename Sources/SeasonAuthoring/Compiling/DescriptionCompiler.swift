import BreakdownRenderer
import BundleFormat
import Files
import JSON

/// A description, checked, in the form that is published.
package struct CompiledDescription {
    /// The content of `match.json` or `insights.json`.
    package let bytes: [UInt8]
    /// The same, ready to render with.
    package let description: Description
    /// What the season's own author wrote; nil where it is an alias and so somebody else's.
    package let written: WrittenDescription?
}

/// Makes `match.json` of `match.yaml`, and `insights.json` of `insights.yaml`.
///
/// That is the same tree with its keys sorted, or every mistake in it. An alias becomes what it stands
/// for.
package struct DescriptionCompiler {
    /// The folder of seasons, where an alias finds the other one.
    package let folder: String
    /// What was read of other seasons already; anything else is read when it is needed.
    package var borrowed: [BorrowedDescription] = []

    /// Keeps the given values.
    package init(folder: String, borrowed: [BorrowedDescription] = []) {
        self.folder = folder
        self.borrowed = borrowed
    }

    /// Compiles one description.
    ///
    /// - Parameters:
    ///   - file: the YAML.
    ///   - subject: what it describes.
    /// - Returns: the description; equal trees give equal bytes, whatever their comments and order.
    /// - Throws: ``DiagnosedError`` with all mistakes that can be told from this file alone, or from the
    ///   one it is an alias of.
    package func compile(
        _ file: SourceFile, of subject: Subject
    ) throws(DiagnosedError) -> CompiledDescription {
        let own = try WrittenDescription(file)
        var source = own
        var json = own.json
        let alias = try alias(own)
        if let alias {
            source = try target(of: alias, own, named: subject.sourceName)
            json = alias.resolved(source.json)
        }
        do {
            let description = try Description.decode(json, of: subject)
            // The author need not know which level has what.
            json = json.ofLevel(description.level)
            return CompiledDescription(
                bytes: sorted(json).serialized(.indented), description: description,
                written: alias == nil ? own : nil)
        } catch {
            throw source.diagnosed(error)
        }
    }

    private func alias(_ source: WrittenDescription) throws(DiagnosedError) -> DescriptionAlias? {
        do {
            return try DescriptionAlias.decode(source.json)
        } catch {
            throw source.diagnosed(error)
        }
    }

    /// The file that an alias stands for.
    private func target(
        of alias: DescriptionAlias, _ source: WrittenDescription, named name: String
    ) throws(DiagnosedError) -> WrittenDescription {
        let path = "\(folder)/\(alias.year)/\(name)"
        func refused(_ problem: String) -> DiagnosedError {
            DiagnosedError(source.diagnostic(problem, at: JSONPath.root.member("alias")))
        }
        let other = borrowed.first { $0.path == path } ?? BorrowedDescription.read(path)
        let bytes: [UInt8]
        switch other.content {
        case .success(let read): bytes = read
        case .failure(let error):
            throw refused("expected the year of a season beside this one: \(error)")
        }
        let target = try WrittenDescription(SourceFile(path: path, bytes: bytes))
        guard target.json["alias"] == nil else {
            throw refused("expected a season that describes itself, found that \(path) is an alias")
        }
        return target
    }

    /// The tree with every object's members in the order of their keys; as deep as YAML may be.
    private func sorted(_ json: JSON) -> JSON {
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

extension Subject {
    /// The name of the file in a season's folder that describes it.
    fileprivate var sourceName: String {
        switch self {
        case .match: SeasonSource.descriptionName
        case .insights: SeasonSource.insightsName
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
