import JSON

/// A sample that was parsed, once for all checks.
struct ReadSample {
    let source: SampleSource
    /// The value; nil if the text is no JSON.
    let json: JSON?
    /// What is wrong with the text; nil if nothing is.
    let trouble: DiagnosedError?

    init(_ source: SampleSource) {
        self.source = source
        let file = source.match
        do {
            json = try JSON.parse(file.bytes, limits: .match)
            trouble = Self.trouble { () throws(DiagnosedError) in
                // Nearly every sample is plain; this test is quick.
                guard !SourceText.isPlain(file.bytes) else { return }
                _ = try SourceText(path: file.path, bytes: file.bytes)
            }
        } catch {
            json = nil
            trouble = Self.trouble { () throws(DiagnosedError) in
                let text = try SourceText(path: file.path, bytes: file.bytes)
                throw DiagnosedError(text.diagnostic(error.problem, at: error.position))
            }
        }
    }

    private static func trouble(_ body: () throws(DiagnosedError) -> Void) -> DiagnosedError? {
        do throws(DiagnosedError) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
