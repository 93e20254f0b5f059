import Foundation
import Testing

@testable import CEL

/// The official conformance suite, where its vectors are at hand.
///
/// `CEL_CONFORMANCE_DIR` names their folder; `docs/CEL.md` has the counts.
@Suite struct ConformanceTests {
    static let folder =
        ProcessInfo.processInfo.environment["CEL_CONFORMANCE_DIR"]
        ?? URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("../shared/cel-conformance").path

    /// The groups that this implementation has, and how many of their vectors call a function that it lacks.
    static let groups = [
        "core": 0, "container": 0, "bytes": 0, "identifier_escapes": 0, "strings": 71, "math": 25,
        "optional_types": 30,
    ]

    static let isPresent = FileManager.default.fileExists(atPath: folder)

    @Test(.enabled(if: isPresent, "the vectors are not here; set CEL_CONFORMANCE_DIR"))
    func everyVectorPassesOrCallsAFunctionThatIsLacking() throws {
        let vectors = try ConformanceVector.load(from: Self.folder, groups: Set(Self.groups.keys))
        for (group, vectors) in Dictionary(grouping: vectors, by: \.group).sorted(by: {
            $0.key < $1.key
        }) {
            let usable = vectors.filter { !$0.callsLackingFunction }
            let misses = usable.compactMap { vector in
                vector.miss().map { "\(vector.id): \(vector.source)\n    \($0)" }
            }
            #expect(misses == [], "\(group)")
            #expect(vectors.count - usable.count == Self.groups[group], "\(group)")
            print("CEL conformance, \(group): \(usable.count - misses.count)/\(vectors.count)")
        }
    }
}

extension ConformanceVector {
    private func environment(_ undeclared: Environment.Undeclared) -> Environment {
        Environment(variables: variables, container: container, undeclared: undeclared)
    }

    /// Whether the language says of a function in the expression that it does not have it.
    var callsLackingFunction: Bool {
        do {
            _ = try environment(.refused).compile(source)
            return false
        } catch {
            return error.findings.contains {
                $0.message.hasSuffix("which this language does not have")
            }
        }
    }

    /// Why the vector is not passed, or nil.
    func miss() -> String? {
        let program: Program
        do {
            program = try environment(isUnchecked ? .failsWhenReached : .refused).compile(source)
        } catch {
            return "does not compile: \(error)"
        }
        do {
            let value = try program.evaluate(bindings)
            switch expected {
            case .value(let expected):
                return value.isIdentical(to: expected) ? nil : "found \(value.shown)"
            case .error: return "found \(value.shown) instead of an error"
            case .inapplicable: return "needs a type checker"
            }
        } catch {
            if case .error = expected { return nil }
            return "\(error)"
        }
    }
}
