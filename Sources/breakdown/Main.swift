import ArgumentParser
import Glibc

/// The program: arguments in, tables out.
@main enum Main {
    /// Does what the command line asks for and ends the process.
    static func main() {
        // Reading options costs more time than a match; who only names files does not wait for it
        // (adr/0009).
        if let request = Request(filesOnly: CommandLine.arguments.dropFirst()) {
            exit(request.perform())
        }
        Breakdown.main()
    }
}
