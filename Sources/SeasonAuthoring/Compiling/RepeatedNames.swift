import BreakdownRenderer
import JSON

/// Merges findings, so that each mistake is reported once.
///
/// A name that is not defined may stand in many expressions. The first place is shown, the others are
/// counted. A mistyped `define` or `each` makes all its names unknown; then only the key is shown.
enum RepeatedNames {
    /// Removes findings that another finding already explains.
    ///
    /// - Returns: the findings to show, and how often each of them is repeated.
    static func merge(
        _ findings: [DescriptionFinding], in json: JSON
    ) -> [(finding: DescriptionFinding, repeats: Int)] {
        let meant = Set(findings.flatMap { namesMeant(by: $0, in: json) })
        var merged: [(finding: DescriptionFinding, repeats: Int)] = []
        var places: [String: Int] = [:]
        for finding in findings {
            guard case .name(let name) = finding.unknown else {
                merged.append((finding, 0))
                continue
            }
            if meant.contains(name) { continue }
            if let first = places[finding.message] {
                merged[first].repeats += 1
            } else {
                places[finding.message] = merged.count
                merged.append((finding, 0))
            }
        }
        return merged
    }

    /// The names that the author defines behind a mistyped key.
    private static func namesMeant(by finding: DescriptionFinding, in json: JSON) -> [String] {
        guard case .key(nearest: let meant) = finding.unknown,
            case .member(let key) = finding.path.steps.last
        else { return [] }
        return switch meant {
        case "each": ["item"]
        case "define": json[key]?.objectValue?.keys ?? []
        default: []
        }
    }
}
