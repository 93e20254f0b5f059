/// What is held against the programs: the eight rules of adr/0019's successor, and what machines promise.
enum Rule: String, CaseIterable, Sendable {
    case lines = "1: lines are added, never changed or removed"
    case function = "2: publishing is a function"
    case content = "3: a line is about one content"
    case live = "4: live is the newest state of the newest root's keys"
    case compares = "5: a command compares before it changes anything"
    case commit = "5: signed metadata names the commit of the given contents"
    case facts = "6: facts come from live"
    case failure = "7: a failed command has at most added its line"
    case recalls = "8: recalls belong to the repository"
    case verifies = "what is published verifies"
    case remedy = "a remedy that a message names works"
    case machines = "machines serve what is signed"
    case forgets = "a machine forgets the thief"
    case noMix = "no mix of versions"
    case situation = "a situation ends as the design says"
    case statuses = "one trouble, one exit status"
}

/// A rule that a history has broken.
struct Break: Error, Equatable, CustomStringConvertible {
    let rule: Rule
    /// What was seen.
    let detail: String
    /// The step at which it was seen, from 1; 0 for the quiet time after the last one.
    var step = 0

    var description: String { "\(rule.rawValue): \(detail)" }

    init(_ rule: Rule, _ detail: String) {
        (self.rule, self.detail) = (rule, detail)
    }
}
