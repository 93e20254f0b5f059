@testable import BundleUpdater
@testable import SeasonClient
import TUF

/// The quiet time after a history: the main checkout puts everything right, and every machine polls.
extension Run {
    /// Puts everything right as the documents say, and holds every machine against what is signed.
    func quiet() throws {
        pass(Self.pace)
        try mendFolder()
        let at = try situation(of: &main)
        let isStolen = theft.map { at.view.keyIDs.contains($0.key.publicKey.keyID) } == true
        commit(&main)
        if isStolen || at.isStrange {
            try perform(Step(.rotate), at: &main)
        } else {
            try perform(Step(.pull), at: &main)
            commit(&main)
        }
        pass(Self.pace)
        var publish = Step(.publish)
        // Lines that are still to come are not pulled.
        let now = try situation(of: &main)
        let given = main.given(catalogue)
        if !now.lacking.isEmpty || now.mayBeOlder(main.head?.signed, given) {
            publish.arguments = ["over"]
        }
        try perform(publish, at: &main)
        pass(30 * 3_600)
        for number in fleet.machines.indices where isAskedInQuiet(number) {
            let choices = Memory(fleet.machines[number].state, .standard).choices
            if choices.heldSinceUnixSeconds != nil { try act(Step(.machine, number, "resume")) }
            for year in choices.pins.keys { try act(Step(.machine, number, "unpin", year)) }
            pass(Self.pace)
            try poll(number, isCopy: false)
        }
    }

    /// Machines that have done something, and one that is fresh: the others would say the same.
    private func isAskedInQuiet(_ number: Int) -> Bool {
        !fleet.machines[number].had.isEmpty
            || number == Int(history.seed % UInt64(Fleet.kinds.count))
    }

    /// Every season of the folder has a description and its table.
    private func mendFolder() throws {
        try main.change { folder in
            folder.sources = folder.sources.mapValues {
                Source(content: $0.content, table: $0.content)
            }
        }
    }
}
