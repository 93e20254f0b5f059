/// What a row of the design's table expects of the last command, and of a new machine.
extension Run {
    /// Holds what came of the last command, or what is live, against a row.
    func expect(_ step: Step) throws {
        let said = step.arguments.joined(separator: " ")
        switch (step.verb, step.number(0)) {
        case (.ended, let status?):
            guard outcome?.status == Int32(status) else {
                throw Break(.situation, "\(outcome?.status ?? -1) instead of \(step.text)")
            }
        case (.says, _):
            guard outcome?.text.contains(said) == true else {
                throw Break(.situation, "not said: \(said)")
            }
        case (.shows, let year?):
            let view = Reader(site: workshop.site, root: firstRoot).publisherView()
            let shown = view.signed?.entries[year]?.content
            guard shown == step.number(1).flatMap({ catalogue.version(year, $0) }) else {
                throw Break(.situation, "\(year) shows \(catalogue.name(shown)): \(step.text)")
            }
        default: return
        }
    }
}
