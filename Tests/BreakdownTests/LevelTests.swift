import BreakdownRenderer
import BundleFormat
import Testing

/// Who says which levels a program reads.
@Suite struct LevelTests {
    @Test func whatBundlesMayNeedIsWhatTheRendererReads() {
        #expect(BundleFormat.levels == LanguageLevel.levels)
    }
}
