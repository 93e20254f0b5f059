import CEL
import JSON

/// What one check has found so far: remarks, fields that are read, and words without a text.
///
/// It is a class, because every part of a check adds to the same record.
final class CheckRecord {
    /// The fields that are read, by one name for each place.
    private(set) var use = FieldUse()
    /// Values for which a row's `words` have no text, by the path of the words.
    private(set) var unhandled: [(path: JSONPath, words: [String])] = []
    /// In the order of the tree, without those that were confirmed.
    var remarks: [DescriptionRemark] {
        found.filter { !seen.contains(Place(path: $0.finding.path, offset: $0.finding.offset)) }
    }

    private var found: [DescriptionRemark] = []
    /// The places where a text was missing for one element of `each` but may be found for another.
    private var seen: Set<Place> = []
    private var places: [Place: Int] = [:]

    private struct Place: Hashable {
        let path: JSONPath
        let offset: Int?
    }

    /// Adds a remark.
    ///
    /// Several items may lead to several remarks at one place: the first counts, but an error wins
    /// over a warning.
    func remark(_ finding: DescriptionFinding, isWarning: Bool, isAboutKey: Bool = false) {
        let place = Place(path: finding.path, offset: finding.offset)
        let remark = DescriptionRemark(
            finding: finding, isWarning: isWarning, isAboutKey: isAboutKey)
        if let at = places[place] {
            if found[at].isWarning, !isWarning { found[at] = remark }
        } else if found.count < CheckLimits.remarksMax {
            places[place] = found.count
            found.append(remark)
        }
    }

    /// Removes earlier and later remarks on a text that was found after all.
    func confirm(_ path: JSONPath, _ offset: Int) {
        seen.insert(Place(path: path, offset: offset))
    }

    /// Reports a value that is always an object, because objects cannot be shown.
    func expectShowable(_ shape: Shape, at path: JSONPath) {
        guard !shape.isUnknown, shape.kinds.subtracting(.null) == .map else { return }
        remark(
            DescriptionFinding(
                path: path, message: "expected something to show, found an object",
                remedy: "name one of its fields"), isWarning: false)
    }

    /// Remembers that the description reads fields.
    func addUse(_ more: FieldUse) { use.formUnion(more) }

    /// Remembers that the description reads the field `key` of a place.
    func addUse(_ key: String, of place: FieldPlace) { use.add(key, of: place) }

    /// Remembers words of the data that a row's `words` lack.
    func addUnhandled(_ words: [String], at path: JSONPath) { unhandled.append((path, words)) }
}

/// A finding that the examples contradict a description that is otherwise valid.
package struct DescriptionRemark: Equatable, Sendable {
    /// The finding, its place and the remedy.
    package let finding: DescriptionFinding
    /// Whether the description may be right; examples do not show everything.
    package let isWarning: Bool
    /// Whether it is about a member's key rather than its value.
    package let isAboutKey: Bool
}

extension Description {
    /// Compares a description with examples: finds misspelt fields and words, and values of kinds
    /// that do not fit together.
    ///
    /// It says nothing about what no example shows. A field that no example has is an error. If the
    /// author asks whether the field is there (`needs`, `unless`, `has()`, `.?`, `in`), it is one
    /// warning, and everything that depends on that condition may use the field.
    ///
    /// - Returns: the findings, in the order of the tree.
    package static func remarks(
        on json: JSON, of subject: Subject, against evidence: Evidence
    ) -> [DescriptionRemark] {
        DescriptionCheck.check(json, of: subject, against: evidence).remarks
    }
}
