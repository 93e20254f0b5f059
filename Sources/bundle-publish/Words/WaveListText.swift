import BundleFormat
import BundlePublisher

/// The words for waves that cannot be read.
enum WaveListText {
    /// What is wrong with a text that ``WaveList`` refuses.
    static func problem(of text: String) -> String {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let bad = parts.first(where: { WaveList(String($0)) == nil }) else {
            return
                "expected at most \(Rollout.wavesMax) waves, each later and greater than the one "
                + "before: 10%:0h,50%:2h,100%:6h"
        }
        return "expected a part from 1% to 100% and a time behind it, as in 10%:0h, found '\(bad)'"
    }
}
