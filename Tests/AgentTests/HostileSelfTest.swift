import Foundation
import TestSupport
import Testing

/// `Tests/HostileSelfTest/main.c`, compiled at its first use with the toolchain's compiler.
enum HostileSelfTest {
    static var path: String { get throws { try built.get() } }

    private static let built = Result { () throws -> String in
        let program = URL(fileURLWithPath: Program.path(of: "hostile-self-test")).path
        let linux = Checkout.path("Sources/CLinux")
        let sources = try FileManager.default.contentsOfDirectory(atPath: linux)
            .filter { $0.hasSuffix(".c") }.map { "\(linux)/\($0)" }
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments =
            ["clang", "-O1", "-I", "\(linux)/include", "-o", "\(program).\(getpid())"]
            + [Checkout.path("Tests/HostileSelfTest/main.c")] + sources
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0, "clang cannot compile it")
        // Another process of tests may just be running it.
        rename("\(program).\(getpid())", program)
        return program
    }
}
