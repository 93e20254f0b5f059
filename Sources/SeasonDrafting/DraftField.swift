import BreakdownRenderer

/// A field that a draft gives a row, or a part of one.
struct DraftField {
    let name: FieldName
    let tree: FieldTree
    var label: String { name.title }

    /// The fields below an object, in their order.
    ///
    /// An object that has only truth values is one field: its marks stand in one row.
    ///
    /// - Parameters:
    ///   - tree: the object; the recursion is as deep as the tree, which is limited.
    ///   - leftOut: gets the fields without a row, and why.
    static func all(
        below tree: FieldTree, at keys: [String] = [], leftOut: inout [String]
    ) -> [DraftField] {
        var found: [DraftField] = []
        for (key, inner) in tree.fields {
            let name = FieldName(keys: keys + [key])
            if key.utf8.count > RenderLimits.keyBytesMax {
                leftOut.append("\(name.shown.prefix(40))…: its name is too long")
            } else if !inner.hasValue {
                leftOut.append("\(name.shown): empty in every sample")
            } else if inner.form == .mixed {
                leftOut.append("\(name.shown): an object in some samples, a plain value in others")
            } else if inner.form != .object || (keys.count > 0 && inner.isOfTruths) {
                found.append(DraftField(name: name, tree: inner))
            } else if inner.fields.isEmpty {
                leftOut.append("\(name.shown): nested too deep")
            } else {
                found += all(below: inner, at: name.keys, leftOut: &leftOut)
            }
        }
        return found
    }
}

extension FieldTree {
    /// Whether this is an object of several truth values.
    var isOfTruths: Bool {
        form == .object && fields.count > 3
            && fields.allSatisfy { $0.tree.form == .truth && $0.tree.hasValue }
    }
}
