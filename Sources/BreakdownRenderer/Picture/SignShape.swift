/// The shapes of signs, as elements of SVG in boxes of 12 by 12.
enum SignShape {
    /// Height of a run, and width of a sign.
    static let size = 12
    private static let gap = 4
    /// As wide as a gap, so that the places of rows stand below each other.
    private static let bar = 4

    /// The width of a run.
    static func width(_ signs: [Sign]) -> Int {
        var width = 0
        for sign in signs {
            switch sign {
            case .icon: width += size
            case .gap: width += gap
            case .bar: width += bar
            }
        }
        return width
    }

    /// Adds the elements of a run, from the left.
    ///
    /// A page has thousands of them, so nothing is put together in between.
    static func append(_ signs: [Sign], to text: inout String) {
        var x = 0
        for sign in signs {
            switch sign {
            case .icon(let icon):
                append(icon, x, to: &text)
                x += size
            case .gap: x += gap
            case .bar:
                text += "<path class=\"line\" d=\"M"
                text += String(x + bar / 2)
                text += " 0v12\"/>"
                x += bar
            }
        }
    }

    /// Circles have the colour of their side, other shapes one of their own.
    private static func append(_ icon: Icon, _ x: Int, to text: inout String) {
        func circle(_ radius: String, _ attributes: String) {
            text += "<circle cx=\""
            text += String(x + 6)
            text += "\" cy=\"6\" r=\""
            text += radius
            text += "\" "
            text += attributes
            text += "/>"
        }
        func path(_ moves: String, _ name: String) {
            text += "<path class=\""
            text += name
            text += "\" d=\"M"
            text += String(x)
            text += " 0"
            text += moves
            text += "\"/>"
        }
        let triangle = "m6 1.4l5 9.2h-10z"
        let square = "m1.6 1.6h8.8v8.8h-8.8z"
        let diamond = "m6 1l5 5l-5 5l-5 -5z"
        switch icon {
        case .dot: circle("4.6", "class=\"full\"")
        case .ring: circle("4", "class=\"line\"")
        case .target:
            circle("4", "class=\"line\"")
            circle("2.2", "class=\"full\"")
        case .ghost: circle("4", "class=\"line dashed\"")
        case .triangle: path(triangle, "amber full")
        case .hollowTriangle: path(triangle, "amber line")
        case .square: path(square, "violet full")
        case .hollowSquare: path(square, "violet line")
        case .diamond: path(diamond, "teal full")
        case .hollowDiamond: path(diamond, "teal line")
        case .yes: path("m2 6.4l3 3.2l5 -7", "line")
        case .no: path("m2.6 2.6l6.8 6.8m0 -6.8l-6.8 6.8", "line")
        default: circle("1.4", "class=\"full\"")
        }
    }
}
