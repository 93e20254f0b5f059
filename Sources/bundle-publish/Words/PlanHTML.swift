import BreakdownRenderer
import BundlePublisher
import SeasonAuthoring

/// A plan as a page: each sample before and after, side by side where there is room.
enum PlanHTML {
    /// The page; it loads nothing and runs nothing.
    static func text(_ report: PlanReport) -> String {
        var text = HTMLFormatter.head(title: "Planned publish", adding: style)
        text += "<h1>Planned publish</h1>\n"
        text += "<p>\(HTMLFormatter.escaped(PublishPlanText.signing(report)))</p>\n"
        for season in report.changed {
            text +=
                "<section>\n<h2>\(HTMLFormatter.escaped(PublishPlanText.heading(season)))</h2>\n"
            text += "<p>\(HTMLFormatter.escaped(PublishPlanText.summary(season)))</p>\n"
            for sample in season.difference?.different ?? [] {
                text += "<h3>\(HTMLFormatter.escaped(sample.name))</h3>\n<div class=\"pair\">\n"
                text += side("Before", sample.before) + side("After", sample.after)
                text += "</div>\n"
            }
            text += "</section>\n"
        }
        return text + HTMLFormatter.foot
    }

    private static func side(_ title: String, _ rendered: RenderedBreakdown?) -> String {
        let table = rendered.map(HTMLFormatter().format) ?? "<p>Nothing describes it.</p>\n"
        return "<div>\n<p class=\"side\">\(title)</p>\n\(table)</div>\n"
    }

    private static let style = """
        main { max-width: 90rem; }
        section + section { margin-top: 3rem; }
        h3 { margin: 1.5rem 0 .5rem; }
        article h2 { font-size: 1.1rem; }
        .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); gap: 1.5rem; }
        .side { margin: 0 0 .4rem; color: var(--faint); font-weight: 600; }
        """
}
