/// Which colours a picture has.
public enum PictureTheme: String, CaseIterable, Sendable {
    /// As the viewer's screen.
    case auto
    case light, dark
}

/// The colours of a picture; text has a contrast of at least 4.5 on its ground (WCAG 2.2, 1.4.3).
struct SVGColours {
    let ground, text, faint, line, red, redGround, blue, blueGround, total: String
    let amber, violet, teal: String

    static let light = SVGColours(
        ground: "#ffffff", text: "#1b1f24", faint: "#5c6570", line: "#d5dae0", red: "#b3141b",
        redGround: "#fdf0f0", blue: "#1a4fa8", blueGround: "#eff4fd", total: "#eef0f3",
        amber: "#b97700", violet: "#7440c4", teal: "#0b7f79")
    static let dark = SVGColours(
        ground: "#14171b", text: "#e7eaee", faint: "#9aa4b0", line: "#343b44", red: "#ff8f8c",
        redGround: "#2a191b", blue: "#8ab8ff", blueGround: "#171f2e", total: "#21262d",
        amber: "#f2b134", violet: "#b794f6", teal: "#4fd1c5")

    /// The rules for the classes of a picture.
    var sheet: String {
        """
        .ground{fill:\(ground)}.redground{fill:\(redGround)}.blueground{fill:\(blueGround)}\
        .totalground{fill:\(total)}.rule{stroke:\(line)}.strongrule{stroke:\(faint)}\
        text{fill:\(text)}text.faint{fill:\(faint)}text.red{fill:\(red)}text.blue{fill:\(blue)}\
        g.red{color:\(red)}g.blue{color:\(blue)}g.own{color:\(text)}g.faint{color:\(faint)}\
        .amber{color:\(amber)}.violet{color:\(violet)}.teal{color:\(teal)}
        """
    }

    /// The whole style sheet of a theme.
    static func sheet(_ theme: PictureTheme) -> String {
        let fixed = """
            text{font:12px system-ui,-apple-system,"Segoe UI","Helvetica Neue","DejaVu Sans",sans-serif}\
            .strong{font-weight:700}.title{font-size:15px;font-weight:700}\
            .full{fill:currentColor}.line{fill:none;stroke:currentColor;stroke-width:1.6}\
            .dashed{stroke-dasharray:2 1.6}
            """
        return switch theme {
        case .light: fixed + SVGColours.light.sheet
        case .dark: fixed + SVGColours.dark.sheet
        case .auto:
            fixed + SVGColours.light.sheet
                + "@media (prefers-color-scheme:dark){\(SVGColours.dark.sheet)}"
        }
    }
}
