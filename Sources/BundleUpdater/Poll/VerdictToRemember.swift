import BundleArchive
import UpdatePolicy

extension AgentError {
    /// What the error says about the bundle of the step, to be remembered in `trials.json`; nil if it says
    /// nothing about it.
    var verdictToRemember: Trials.Verdict? {
        switch self {
        case .selfTest: .failedTest(description)
        case .selfTestCutOff(let sentence): .cutOff(sentence)
        case .archive(.content): .wrongContent(description)
        default: nil
        }
    }
}
