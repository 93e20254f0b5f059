import CEL
import JSON

/// What a description does not show; its author may want that.
package struct DescriptionReview: Equatable, Sendable {
    /// Fields of the examples that nothing in it reads, as dotted paths, sorted.
    package let unreadFields: [String]
    /// Words of the data that a row's `words` lack although they have others of that field.
    package let unhandledWords: [DescriptionFinding]
}

extension Description {
    /// Finds what a description does not show.
    package static func review(
        _ json: JSON, of subject: Subject, against evidence: Evidence
    ) -> DescriptionReview {
        let record = DescriptionCheck.check(json, of: subject, against: evidence)
        let fields = evidence.leaves(of: subject).filter { !record.use.contains($0.place) }
        return DescriptionReview(
            unreadFields: fields.map { $0.name }.sorted(),
            unhandledWords: record.unhandled.map { path, words in
                let shown = words.prefix(8).map { "\"\($0)\"" } + (words.count > 8 ? ["…"] : [])
                return DescriptionFinding(
                    path: path, message: "no word for \(shown.joined(separator: ", "))",
                    remedy: "they are shown as they are: add them, or `otherwise`")
            })
    }
}

extension Evidence {
    /// The fields with values of a side, and those beside the sides.
    func leaves(of subject: Subject) -> [(name: String, place: FieldPlace)] {
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

    /// It recurses as deep as a shape of examples, which is limited.
    private static func add(
        _ shape: Shape, _ keys: [String], root: String,
        to found: inout [(name: String, place: FieldPlace)]
    ) {
        // A value that was always null cannot be shown.
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
