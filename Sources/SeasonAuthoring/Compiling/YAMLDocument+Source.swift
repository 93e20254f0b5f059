import JSON
import YAML

extension YAMLDocument {
    /// Reads a file.
    ///
    /// - Throws: ``DiagnosedError`` with its mistakes of YAML.
    package init(_ source: SourceText) throws(DiagnosedError) {
        let limits = YAMLLimits(
            depthMax: AuthoringLimits.yamlDepthMax, nodesMax: AuthoringLimits.yamlNodesMax)
        do throws(YAMLMistakes) {
            try self.init(source.text, limits: limits)
        } catch {
            throw DiagnosedError(error.all.map { $0.diagnostic(in: source) })
        }
    }
}

extension YAMLMistake {
    /// The diagnostic for a mistake; ``YAMLGrammarWording`` has the words for grammar.
    fileprivate func diagnostic(in source: SourceText) -> Diagnostic {
        guard case .refused(let message, let remedy) = problem else {
            return YAMLGrammarWording(self, in: source).diagnostic
        }
        return source.diagnostic(message, at: position, length: length, remedy: remedy)
    }
}
