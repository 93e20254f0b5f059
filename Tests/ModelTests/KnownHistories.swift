import Testing

/// Histories that once broke a promise, or that the design names, each as short as it can be.
struct KnownHistory: CustomTestStringConvertible, Sendable {
    /// What went wrong.
    let testDescription: String
    /// The steps.
    let text: String

    /// What every history begins with; made once.
    static let stage = Result { try Stage() }

    /// Runs it, and records the first rule that it breaks.
    func expectNoBreak() throws {
        let history = try #require(History(text), "\(text)")
        let run = try Run(history, on: Self.stage.get(), in: "known-\(text.hashValue)")
        let broken = run.firstBreak()
        #expect(
            broken == nil, "\(broken.map { "\($0)" } ?? "")\n\(run.log.joined(separator: "\n"))")
    }

    /// Reads lines of a name, each with its steps on the next line.
    static func read(_ text: String) -> [KnownHistory] {
        let words = [
            "new;": "edit 2021 2; commit; publish;",
            "slow;": "edit 2021 2; commit; publish waves=slow;",
        ]
        let lines = text.split(separator: "\n").map { line in
            words.reduce(String(line)) { $0.replacing(" \($1.key)", with: " \($1.value)") }
        }
        return stride(from: 0, to: lines.count - 1, by: 2).map {
            KnownHistory(testDescription: lines[$0], text: lines[$0 + 1])
        }
    }

    static let all = read(
        """
        an old timestamp undid a stop
            slow; waves 2021 stop; rewind 1; publish
        an older copy undid a lift
            recall 2022 shown embedded; lift 2022 1; restore 2; refresh
        a rollback in an older copy was not our decision
            edit 2022 2; commit; publish; restore-all 1; rollback 2022; rotate
        a decision between two keys was forgotten
            new; recall 2021 1 previous; rotate-alone; lift 2021 1; publish
        a rotation forgot a recall
            recall 2022 shown embedded; rotate
        a rotation forgot it on another checkout
            new; rollback 2021; commit; rotate-alone; ci 0 publish; ci 0 publish
        a rotation let every machine follow a stopped rollout
            machine 0 poll; machine 2 poll; slow; waves 2021 stop; rotate; machine 2 poll
        a killed rotation was not gone on with
            crash 1 rotate; rotate; publish
        another checkout could not publish after it
            crash 5 rotate; ci 0 publish
        a thief recalled our contents and blocked the recovery
            thief recall; rotate; machine 0 poll
        a thief's garbage stopped the rotation
            thief garbage; rotate; publish
        a thief listed recalls of our contents
            thief list; publish; machine 0 poll
        a thief dropped our decisions
            new; rollback 2021; thief drop; publish
        a machine went back to the thief's content
            machine 0 poll; thief content; machine 0 poll; rotate; machine 0 poll; machine 0 rollback 2021
        a held machine kept the thief's content
            thief content; machine 0 poll; machine 0 hold; rotate; machine 0 poll
        his old metadata was put back
            thief content; rotate; rewind 1; publish; machine 0 poll
        a recall undid a rollback
            new; rollback 2021; recall 2021 2 previous; publish
        a promotion offered what was rolled back
            new; rollback 2021; beta publish; promote
        a publish carried out a recall in another way
            crash 1 recall 2022 shown embedded; publish
        a rotation carried out a rollback in another way
            new; crash 1 rollback 2021; rotate
        a removed season took its recalls with it
            machine 0 poll; new; recall 2021 shown previous; remove 2021; commit; publish; machine 0 poll
        a removed season took its rollbacks with it
            new; rollback 2021; remove 2021; commit; publish; edit 2021 2; commit; publish
        a false root stopped machines
            stranger false-root; publish; machine 0 poll
        a colleague's decision was not seen
            meet; rollback 2021 2; laptop recall 2022 1 previous; publish
        a stale checkout brought a season back
            meet; new; rollback 2021; remove 2021; commit; publish; laptop publish; laptop pull; laptop publish
        an old job published
            new; ci 1 publish; ci 0 publish
        an old job published what a later commit had taken back
            edit 2021 2; commit; edit 2021 1; commit; publish; ci 1 publish
        prune took what a line shows
            new; rollback 2021; commit; prune; rotate
        prune forgot the state that it had found
            laptop rollback 2021 2; prune; restore 1; pull
        prune did not teach a home that had lost its memory
            rotate; lose-seen; prune; ci 0 publish; rewind 2; publish
        a record that was lost was not put back
            stranger no-record; refresh; stranger no-record; publish
        """)
}
