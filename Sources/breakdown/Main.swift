import ArgumentParser
import Glibc

/// The program: arguments in, tables out.
@main enum Main {
    /// Does what the command line asks for and ends the process.
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "self-test" { selfTest(arguments.dropFirst()) }
        // Reading options costs more time than a match; who only names files does not wait for it
        // (adr/0009).
        if let request = Request(filesOnly: arguments) {
            exit(request.perform())
        }
        Breakdown.main()
    }

    /// Tests a bundle and ends the process; a file of this name is read as `./self-test`.
    private static func selfTest(_ arguments: ArraySlice<String>) -> Never {
        if let only = Request(filesOnly: arguments), only.files.count == 1 {
            var test = BundleTest(folder: only.files[0])
            exit(test.perform())
        }
        SelfTestCommand.main(Array(arguments))
        exit(Request.Status.done)
    }
}
