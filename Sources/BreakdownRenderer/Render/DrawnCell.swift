import JSON

/// One side's cell of a row.
struct DrawnCell {
    /// What is shown.
    var text: String
    /// What is shown where the cell does not face the other side's; nil for the same.
    var alone: String?
    /// The value behind it; null if there is none, or if the caller did not ask for values.
    var raw = JSON.null

    /// Makes a cell without a value.
    init(_ text: String) {
        self.text = text
    }
}
