import BreakdownRenderer

/// Finds data that a description does not show: fields without a row, and words without a translation.
enum AsideReview {
    private static let columnsMax = 90

    static func diagnostics(_ season: CheckedSeason) -> [Diagnostic] {
        season.written.flatMap { subject, written in
            let review = Description.review(written.json, of: subject, against: season.evidence)
            return unread(review.unreadFields, in: written, season.samples(of: subject), subject)
                + review.unhandledWords.map { written.diagnostic($0, isAboutKey: true).asNote }
        }
    }

    private static func unread(
        _ fields: [String], in written: WrittenDescription, _ samples: [CheckedSeason.Sample],
        _ subject: Subject
    ) -> [Diagnostic] {
        guard !fields.isEmpty else { return [] }
        let ofSamples = samples.map { sample in
            var evidence = Evidence()
            if let json = ReadSample(sample.source).json { evidence.add(json) }
            let review = Description.review(written.json, of: subject, against: evidence)
            return (name: sample.source.name, fields: Set(review.unreadFields))
        }
        let named = fields.map { field in
            let having = ofSamples.filter { $0.fields.contains(field) }
            return having.count == 1 && samples.count > 1
                ? "\(field) (only in \(having[0].name))" : field
        }
        let lines = lines(named)
        let message = "\(counted(fields.count, "field")) of the data in no row: "
        var note = Diagnostic.warning(written.path, message + lines[0]).asNote
        note.detail = Array(lines.dropFirst())
        return [note]
    }

    private static func lines(_ names: [String]) -> [String] {
        names.reduce(into: []) { lines, name in
            guard let last = lines.last else { return lines.append(name) }
            let isFull = last.count + name.count >= columnsMax
            lines[lines.count - 1] += isFull ? "," : ", \(name)"
            if isFull { lines.append(name) }
        }
    }
}
