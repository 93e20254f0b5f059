import Testing

@testable import CELStandard

/// The short table that the WebAssembly module contains says what the standard library's table says.
@Suite struct GeneralCategoryTests {
    @Test func theTableIsUnicodes() {
        var names: [Unicode.GeneralCategory: Set<String>] = [:]
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let name = GeneralCategory.names[Int(GeneralCategory(scalar).index)]
            names[scalar.properties.generalCategory, default: []].insert(name)
        }
        let expected: [Unicode.GeneralCategory: Set<String>] = [
            .uppercaseLetter: ["Lu"], .lowercaseLetter: ["Ll"], .titlecaseLetter: ["Lt"],
            .modifierLetter: ["Lm"], .otherLetter: ["Lo"], .nonspacingMark: ["Mn"],
            .spacingMark: ["Mc"], .enclosingMark: ["Me"], .decimalNumber: ["Nd"],
            .letterNumber: ["Nl"], .otherNumber: ["No"], .connectorPunctuation: ["Pc"],
            .dashPunctuation: ["Pd"], .openPunctuation: ["Ps"], .closePunctuation: ["Pe"],
            .initialPunctuation: ["Pi"], .finalPunctuation: ["Pf"], .otherPunctuation: ["Po"],
            .mathSymbol: ["Sm"], .currencySymbol: ["Sc"], .modifierSymbol: ["Sk"],
            .otherSymbol: ["So"], .spaceSeparator: ["Zs"], .lineSeparator: ["Zl"],
            .paragraphSeparator: ["Zp"], .control: ["Cc"], .format: ["Cf"], .privateUse: ["Co"],
            .unassigned: ["Cn"],
        ]
        #expect(
            names == expected,
            "write the table again with the script that its first line names")
    }

    @Test func theConstantsAreTheNames() {
        #expect(GeneralCategory("\u{300}") == .nonspacingMark)
        #expect(GeneralCategory("\u{20DD}") == .enclosingMark)
        #expect(GeneralCategory("\u{200B}") == .format)
        #expect(GeneralCategory("\u{10FFFF}") != .format)
    }
}
