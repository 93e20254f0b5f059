// The table of a match of 2024 as one would write it by hand in JavaScript, row for row like the season's
// description: HTML without a renderer. It knows 2024 and nothing else, and trusts its input but for `<`.

const escape = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const sign = (value) => value ? "✓" : "✗";
const STAGE = {
    Parked: "Park (+1)", StageLeft: "Onstage (+3)", StageRight: "Onstage (+3)", CenterStage: "Onstage (+3)", None: "–",
};

function leave(side) {
    const robots = [1, 2, 3].map((index) => sign(side[`autoLineRobot${index}`] === "Yes"));
    return `${robots.join(" ")} (+${side.autoLeavePoints})`;
}

function endgame(side, index) {
    const place = side[`endGameRobot${index}`];
    const lit = (place === "StageLeft" && side.micStageLeft) || (place === "StageRight" && side.micStageRight)
        || (place === "CenterStage" && side.micCenterStage);
    return lit ? "Spotlit (+4)" : STAGE[place] ?? place;
}

const ROWS = [
    ["subtotal", "Auto Leave", leave],
    ["plain", "Auto Amp Note Count", (side) => side.autoAmpNoteCount],
    ["plain", "Auto Speaker Note Count", (side) => side.autoSpeakerNoteCount],
    ["subtotal", "Auto Note Points", (side) => side.autoTotalNotePoints],
    ["total", "Total Auto", (side) => side.autoPoints],
    ["plain", "Teleop Amp Note Count", (side) => side.teleopAmpNoteCount],
    ["plain", "Teleop Speaker Note Count",
        (side) => `${side.teleopSpeakerNoteCount} / ${side.teleopSpeakerNoteAmplifiedCount} amplified`],
    ["subtotal", "Teleop Note Points", (side) => side.teleopTotalNotePoints],
    ...[1, 2, 3].map((index) => ["plain", `Robot ${index} Endgame`, (side) => endgame(side, index)]),
    ["subtotal", "Harmony Points", (side) => side.endGameHarmonyPoints],
    ["subtotal", "Trap Points", (side) => side.endGameNoteInTrapPoints],
    ["total", "Total Teleop", (side) => side.teleopPoints],
    ["plain", "Coopertition Criteria Met", (side) => sign(side.coopertitionCriteriaMet)],
    ["plain", "Melody Bonus", (side) => side.melodyBonusAchieved ? "✓ (+1 RP)" : "✗"],
    ["plain", "Ensemble Bonus", (side) => side.ensembleBonusAchieved ? "✓ (+1 RP)" : "✗"],
    ["plain", "Fouls / Tech Fouls", (side, other) =>
        `${other.foulCount} (+${other.foulCount * 2}) / ${other.techFoulCount} (+${other.techFoulCount * 5})`],
    ["plain", "Adjustments", (side) => side.adjustPoints],
    ["total", "Total Score", (side) => side.totalPoints],
    ["plain", "Ranking Points", (side) => `+${side.rp} RP`],
];

/** The table of a match, given as JSON text. */
export function table2024(text) {
    const match = JSON.parse(text);
    const { red, blue } = match.score_breakdown;
    const robots = (side) => match.alliances[side].team_keys.map((key) => key.slice(3)).join(" · ");
    let html = `<article><h2>${escape(match.event_key)} ${escape(match.comp_level)} ${match.match_number}</h2><table>`;
    html += `<tr><td>${robots("red")}</td><th>Robots 1 · 2 · 3</th><td>${robots("blue")}</td></tr>`;
    for (const [kind, label, value] of ROWS) {
        const [left, right] = [escape(value(red, blue)), escape(value(blue, red))];
        html += `<tr class="${kind}"><td>${left}</td><th>${label}</th><td>${right}</td></tr>`;
    }
    return `${html}</table></article>`;
}
