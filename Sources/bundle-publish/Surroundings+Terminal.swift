import BundlePublisher
import Glibc
import Platform
import Text

extension Passphrases {
    /// The passphrases of this process: from files, else the environment, else the person at the terminal.
    static func program(files: [SecretFile] = []) throws(PublishError) -> Passphrases {
        var prompt: Prompt?
        if isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 { prompt = ask }
        return try Passphrases(
            files: files, environment: Surroundings.variable(environmentName), prompt: prompt)
    }

    private static func ask(_ question: String) throws(PublishError) -> [UInt8] {
        do throws(HiddenLine.Failure) {
            return try HiddenLine.read(asking: PlainText.line(question), show: Console.prompt)
        } catch {
            switch error {
            case .cannotHide:
                throw PublishError("terminal: expected to hide what is typed, found that it cannot")
            case .cancelled: throw PublishError("passphrase: cancelled")
            }
        }
    }
}
