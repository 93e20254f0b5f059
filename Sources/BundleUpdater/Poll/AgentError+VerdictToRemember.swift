import BundleArchive
import UpdatePolicy

extension AgentError {
    /// The verdict about the bundle that `trials.json` remembers; nil if the error says nothing about the bundle.
    var verdictToRemember: Trials.Verdict? {
        switch self {
        case .selfTest: .failedTest(description)
        case .selfTestCutOff(let sentence): .cutOff(sentence)
        case .archive(.content): .wrongContent(description)
        default: nil
        }
    }
}
