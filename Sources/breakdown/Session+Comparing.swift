import BreakdownDocument
import BreakdownRenderer
import Files

extension Session {
    /// Shows the comparison; a half that was not found is reported at the end.
    ///
    /// - Throws: `FileError` if the output cannot be written.
    mutating func compare() throws(FileError) {
        let halves = request.compared.compactMap { half in
            compared[half.key].map { Comparison.Half($0, half.side) }
        }
        guard halves.count == 2 else { return }
        let rendered = Comparison.compare(halves[0], halves[1])
        do throws(DocumentError) {
            try document.append(rendered, bundle: nil, to: &output.waiting)
        } catch {
            try refuse("\(error)")
        }
    }
}
