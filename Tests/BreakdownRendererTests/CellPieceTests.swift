@testable import BreakdownRenderer
import Testing

/// Which characters of a cell are drawn, and which are written.
@Suite struct CellPieceTests {
    @Test(arguments: [
        ("98", ["98"]), ("", []), ("●○ +1 RP", ["<●○>", " +1 RP"]),
        ("✓ ✓ ✗ (+6)", ["<✓ ✓ ✗>", " (+6)"]), ("Spotlit ✓", ["Spotlit ", "<✓>"]),
        ("a · b", ["a · b"]), ("·", ["<·>"]), ("· ·", ["<· ·>"]),
        ("▲ ·|△ △ ■|▲", ["<▲ ·|△ △ ■|▲>"]),
        (
            "△ Cone  □ Cube  |△ □ △| Link",
            ["<△>", " Cone  ", "<□>", " Cube  ", "<|△ □ △|>", " Link"]
        ),
        ("|", ["|"]), ("| a", ["| a"]), ("●  ●", ["<●>", "  ", "<●>"]), ("–", ["–"]),
        ("é ◆", ["é ", "<◆>"]),
    ])
    func signsAreDrawn(_ text: String, _ pieces: [String]) {
        let found = CellPiece.pieces(of: text).map { piece in
            switch piece {
            case .text(let words): words
            case .signs(_, let signs): "<\(signs)>"
            }
        }
        #expect(found == pieces)
    }

    @Test func aPictureHoldsNothingThatActs() throws {
        let evil = #"]]><script>alert(1)</script>\"'&\u0007\ufffe"#
        let rendered = Renderer().render(
            try Sample.match(red: #"{"\#(evil)": "\#(evil)", "a": "✓"}"#), with: nil)
        for theme in PictureTheme.allCases {
            var picture = SVGPicture(theme: theme)
            picture.append(rendered)
            let text = picture.written()
            #expect(!text.contains("<script"))
            #expect(!text.contains("]]>"))
            #expect(!text.contains("\u{7}"))
            #expect(!text.contains("\u{FFFE}"))
            #expect(!text.contains("http") || text.contains("http://www.w3.org/2000/svg"))
            #expect(text.contains("prefers-color-scheme") == (theme == .auto))
        }
    }
}
