import BundleFormat

/// The courses that histories use, as a person types them.
struct Course {
    let words: [String]
    let waves: [Rollout.Wave]
    let holdOff: Int?

    static let all = [
        Course(["all"], []), Course(["10%:0h"], [.init(percent: 10, afterSeconds: 0)]),
        Course(
            ["50%:0h,100%:1h"],
            [
                .init(percent: 50, afterSeconds: 0), .init(percent: 100, afterSeconds: 3_600),
            ]),
        Course(["all"], [], holdOff: 300),
        Course(["10%:0h"], [.init(percent: 10, afterSeconds: 0)], holdOff: 0),
    ]

    private init(_ words: [String], _ waves: [Rollout.Wave], holdOff: Int? = nil) {
        self.words = words + (holdOff.map { ["--hold-off", $0 == 0 ? "0h" : "5m"] } ?? [])
        (self.waves, self.holdOff) = (waves, holdOff)
    }

    /// Reads what a decision says.
    init(_ text: String) throws {
        let typed = text.replacing(" hold-off ", with: " --hold-off ")
        guard let course = Self.all.first(where: { $0.words.joined(separator: " ") == typed })
        else { throw Break(.decisions, "waves that no step asked for: \(text)") }
        self = course
    }
}
