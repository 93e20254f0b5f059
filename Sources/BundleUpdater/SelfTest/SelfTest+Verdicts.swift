import BundleFormat
import Files
import Platform
import SeasonClient
import Text
import TUF

extension SelfTest {
    /// Tests bundles: several in one child if the program is our own, else each in a child of its own.
    ///
    /// A child that tests several reports only those that pass. Each other bundle is tested again alone, and
    /// only that test can count against it. So a bundle that ends the child, or uses up its time or memory,
    /// holds back itself alone.
    ///
    /// - Parameters:
    ///   - isCancelled: called several times a second; true ends the tests.
    /// - Returns: the errors of the years that did not pass: refused if the bundle is wrong; another family if it
    ///   could not be tested, so that the bundle is not blamed.
    package func failures(
        of bundles: [(year: BundleYear, folder: String)], isCancelled: () -> Bool
    ) -> [BundleYear: AgentError] {
        let several = isOurProgram && bundles.count > 1
        let passed = several ? passedTogether(bundles.map(\.folder), isCancelled) : []
        var failures: [BundleYear: AgentError] = [:]
        for (position, bundle) in bundles.enumerated() where !passed.contains(position) {
            do throws(AgentError) {
                try testAlone(bundle.folder, isCancelled)
            } catch {
                failures[bundle.year] = error
            }
        }
        return failures
    }

    /// The positions of the bundles that one child reports as passed, within the time limit of one test.
    private func passedTogether(_ folders: [String], _ isCancelled: () -> Bool) -> Set<Int> {
        let descriptor = 3
        var start = start(
            ["--verdicts", "\(descriptor)"] + folders.map { Paths.absolute($0) },
            timeLimit: timeLimit)
        // What a season can print does not reach the descriptor of the verdicts.
        start.streams = [
            .nothing, .nothing, .nothing, .first(bytesMax: Self.verdictsBytesMax),
        ]
        guard !isCancelled(), let child = try? ChildProcess(start) else { return [] }
        // However it ended: what it reported before counts.
        _ = child.wait(isCancelled: isCancelled)
        return Self.passed(in: child.bytes(descriptor), of: folders.count)
    }

    /// Bytes of the verdicts: a line of 13 bytes for each season that a machine may have, and more.
    private static let verdictsBytesMax = 16 << 10

    /// The bundles that a program has reported as passed.
    ///
    /// - Returns: empty if any whole line is something else.
    static func passed(in output: [UInt8], of count: Int) -> Set<Int> {
        var positions: Set<Int> = []
        // Text after the last line break belongs to a line that was cut off.
        for line in output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast()
        {
            let words = String(decoding: line, as: UTF8.self).split(
                separator: " ", omittingEmptySubsequences: false)
            guard words.count == 2, words[0] == "passed", let position = Int(words[1]),
                (0..<count).contains(position), "\(position)" == words[1],
                positions.insert(position).inserted
            else { return [] }
        }
        return positions
    }

    private func testAlone(_ folder: String, _ isCancelled: () -> Bool) throws(AgentError) {
        guard !isCancelled() else { throw .update(.transfer(.cancelled)) }
        var start = start([Paths.absolute(folder)], timeLimit: timeLimit)
        start.streams = [.nothing, .first(bytesMax: 4_096), .same(1)]
        let child: ChildProcess
        do throws(ChildStartError) {
            child = try ChildProcess(start)
        } catch {
            throw .selfTestNotRun(command[0], error)
        }
        guard let end = child.wait(isCancelled: isCancelled) else {
            throw .update(.transfer(.cancelled))
        }
        try requirePass(end, child.bytes(1))
    }

    /// What the end of a test alone says about the bundle; returns if the bundle passes.
    func requirePass(_ end: ChildProcess.End, _ output: [UInt8]) throws(AgentError) {
        switch end {
        case .exited(0): return
        case .exited(Self.wrong):
            throw .selfTest("exit status \(Self.wrong)\(Self.quoted(output))")
        case .exited(let status):
            throw .selfTestUndecided("exit status \(status)\(Self.quoted(output))")
        // Memory ran out, it was killed, or it crashed; that is the program's fault.
        case .killed(let signal):
            throw .selfTestCutOff("ended by signal \(signal)\(Self.quoted(output))")
        // Drawing has its own limit, counted in steps. A content at that limit ends in time.
        case .timedOut:
            throw .selfTestCutOff("no end within \(timeLimit.components.seconds) seconds")
        }
    }

    /// The only exit status that says that the bundle is wrong.
    ///
    /// A program that could not do its work ends with another status, or with a signal.
    private static let wrong: Int32 = 2

    /// The first line of the program's output, short and harmless.
    private static func quoted(_ output: [UInt8]) -> String {
        let line = output.drop { $0 <= 0x20 }.prefix { $0 != UInt8(ascii: "\n") }
        let shown = PlainText.line(String(decoding: line.prefix(300), as: UTF8.self))
        return shown.isEmpty ? "" : ": \(shown)"
    }
}
