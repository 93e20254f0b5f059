import Foundation
import TestSupport
import Testing

@testable import bundle_agent

/// The configuration that the package installs says every setting and what holds without it.
@Suite struct PackagedConfigurationTests {
    private static let path = "packaging/agent.conf"
    private let text: String

    init() throws {
        text = try String(contentsOfFile: Checkout.path(Self.path), encoding: .utf8)
    }

    @Test func asInstalledItSaysNothing() throws {
        let values = try ConfigurationFile.parse(Array(text.utf8), path: Self.path)
        #expect(values.said.isEmpty)
    }

    @Test func withoutItsSignsItSaysEverySettingAsItIs() throws {
        let plain = text.replacing(#/(?m)^# ([a-z-]+) = /#) { "\($0.1) = " }
        let values = try ConfigurationFile.parse(Array(plain.utf8), path: Self.path)
        #expect(values.said == Setting.allCases)
        for setting in Setting.allCases {
            guard let standard = setting.text.standard else { continue }
            #expect(values[setting].texts == [standard], "\(setting.key)")
        }
    }
}
