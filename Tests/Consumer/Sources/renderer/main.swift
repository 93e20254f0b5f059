import BreakdownRenderer
import JSON

let match = try Match.decode(
    JSON.parse(
        Array(
            #"{"key":"2024a_qm1","comp_level":"qm","set_number":1,"match_number":1,"event_key":"2024a","alliances":{"red":{"score":3,"team_keys":["frc1"]},"blue":{"score":2,"team_keys":["frc2"]}},"score_breakdown":{"red":{"autoPoints":3},"blue":{"autoPoints":2}}}"#
                .utf8)))
print(MarkdownFormatter().format(Renderer().render(match, with: nil)), terminator: "")
