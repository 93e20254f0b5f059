import BundleFormat
import JSON
import Testing

/// The list of recalled contents, as targets metadata carries it.
@Suite struct RecallListTests {
    private static let version = String(repeating: "0a", count: 32)

    @Test(arguments: [
        #"{}"#, #"{"recalled": {}}"#, #"{"recalled": {"2024": []}, "withdrawn": []}"#,
    ])
    func aYearWithoutRecallsIsNoMember(_ text: String) throws {
        #expect(try RecallList(JSON.parse(Array(text.utf8))) == RecallList())
    }

    @Test func whatIsReadIsWrittenAgain() throws {
        let text =
            #"{"recalled": {"2022": ["\#(Self.version)"], "2024": []}, "withdrawn": [2022]}"#
        let list = try RecallList(JSON.parse(Array(text.utf8)))
        #expect(try RecallList(list.json) == list)
        #expect(list.recalled.count == 1)
    }
}
