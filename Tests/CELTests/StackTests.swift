import Foundation
import Synchronization
import Testing

@testable import CEL

/// The deepest expressions that are accepted run on the smallest stack that a thread may have.
@Suite struct StackTests {
    static let deepest = [
        nested("(", "1", ")", 64),
        nested("[", "1", "]", 64) + " == " + nested("[", "1", "]", 64),
        nested("type(", "1", ")", 64),
        nested("{'a': ", "1", "}", 64) + ".a",
        nested("'a' in [", "'a'", "] ? 'a' : 'b'", 64),
        nested("true || (", "true", ")", 64),
        nested("-(1 + ", "1", ")", 64),
        nested("[1].map(x, ", "1", ")", 3),
        String(repeating: "1 + ", count: 249) + "1",
        String(repeating: "true && ", count: 249) + "true",
        String(repeating: "false ? 1 : ", count: 150) + "1",
        "[0]" + String(repeating: "[0]", count: 248),
        "{}" + String(repeating: ".?a", count: 248),
        deepValue + " == x",
    ]

    #if DEBUG
        /// Without optimisation a call takes up to four times as much.
        static let stackBytes = 2 << 20
    #else
        static let stackBytes = 512 << 10
    #endif

    /// A list in 80 lists, made step by step.
    static let deepValue =
        "[x]" + String(repeating: ".map(x, \(nested("[", "x", "]", 10)))", count: 8) + "[0]"

    static func nested(_ open: String, _ inside: String, _ close: String, _ count: Int) -> String {
        String(repeating: open, count: count) + inside + String(repeating: close, count: count)
    }

    @Test(arguments: deepest) func fitsASmallStack(_ source: String) {
        let compiles = Atomic(false)
        let hasEnded = DispatchSemaphore(value: 0)
        let thread = Thread {
            let environment = Environment(variables: ["x"])
            if let program = try? environment.compile(source) {
                _ = try? program.evaluate(["x": Value([.int(1)])])
                compiles.store(true, ordering: .releasing)
            }
            hasEnded.signal()
        }
        thread.stackSize = Self.stackBytes
        thread.start()
        hasEnded.wait()
        let isCompiled = compiles.load(ordering: .acquiring)
        #expect(isCompiled, "does not compile")
    }

    /// Each list is paid for again in the next, so that no value is deeper than this.
    @Test func valuesInsideEachOtherAreBounded() {
        let fifty = Self.nested("[", "x", "]", 50)
        Case(
            "[x].map(x, \(fifty)).map(x, \(fifty))",
            "error 133: the expression makes texts or lists that are too long", ["x": .int(1)]
        ).check()
    }
}
