import CEL
import JSON

/// What a description leaves aside, which may be just what its author wants.
public struct DescriptionReview: Equatable, Sendable {
    /// Fields of the examples that nothing in it reads, as dotted paths, sorted.
    public let unreadFields: [String]
    /// Words of the data that a row's `words` do not have although they have others of them.
    public let unhandledWords: [DescriptionFinding]
}

extension Description {
    /// Looks for what a description leaves aside.
    ///
    /// - Parameters:
    ///   - json: the tree, as ``decode(_:of:)`` has accepted it.
    ///   - subject: what it describes.
    ///   - evidence: the examples.
    /// - Returns: what it leaves aside of them.
    public static func review(
        _ json: JSON, of subject: Subject, against evidence: Evidence
    ) -> DescriptionReview {
        let check = DescriptionCheck(subject: subject, evidence: evidence)
        check.checkDescription(JSONCursor(json))
        let fields = evidence.leaves(of: subject).filter { !check.use.contains($0.place) }
        return DescriptionReview(
            unreadFields: fields.map(\.name).sorted(),
            unhandledWords: check.unhandled.map { path, words in
                let shown = words.prefix(8).map { "\"\($0)\"" } + (words.count > 8 ? ["…"] : [])
                return DescriptionFinding(
                    path: path, message: "no word for \(shown.joined(separator: ", "))",
                    remedy: "they are shown as they are: add them, or `otherwise`")
            })
    }
}

extension Evidence {
    /// The fields with values of a side, and those beside the sides.
    fileprivate func leaves(of subject: Subject) -> [(name: String, place: FieldPlace)] {
        var found: [(name: String, place: FieldPlace)] = []
        Self.add(side(of: subject), [], root: Self.sideRoot.root, to: &found)
        if subject == .match {
            let beside = variables(of: .match)["breakdown"]?.shape ?? .none
            for (key, shape) in beside.fields ?? [:] where !["red", "blue"].contains(key) {
                Self.add(shape, [key], root: "breakdown", to: &found)
            }
        }
        return found
    }

    /// As deep as a shape of examples is, which is bounded.
    private static func add(
        _ shape: Shape, _ keys: [String], root: String,
        to found: inout [(name: String, place: FieldPlace)]
    ) {
        // Of what was never more than null there is nothing to show.
        guard !shape.isUnknown else { return }
        if shape.kinds.subtracting(.null) == .map {
            for (key, inner) in shape.fields ?? [:] {
                add(inner, keys + [key], root: root, to: &found)
            }
        } else if !keys.isEmpty {
            let prefix = root.isEmpty ? "" : "\(root)."
            found.append((prefix + keys.joined(separator: "."), FieldPlace(root, keys)))
        }
    }
}
