import Testing

/// The situations of the design: what each command ends with, and what machines show then.
///
/// The model holds every step against the eight rules. A row also says what a person sees: `ended 4` and `says …` are about the
/// last command, `shows 2021 2` is about a new machine. Rows that need a real git are in `GuardTests`.
@Suite(.serialized) struct SituationTests {
    @Test(arguments: rows) func isAsTheDesignSays(_ row: KnownHistory) throws {
        try row.expectNoBreak()
    }

    static let rows = KnownHistory.read(
        """
        CI publishes on push, has no write access to git: contents and decisions come from git
            edit 2021 2; hand waves 2021 2 half; commit; ci 0 publish; ended 0; shows 2021 2
        a laptop decided and did not push; CI publishes: 4 with the line, refresh goes on
            new; rollback 2021; ci 0 publish; ended 4; says rollback; ci 0 refresh; ended 0; shows 2021 1
        only a phone: a line from a web editor is published
            new; hand rollback 2021 2 1; commit; ci 0 publish; ended 0; shows 2021 1
        no checkout, but home and key: pull, rollback; commit later
            new; meet; waves 2021 slow; laptop rollback 2021; ended 4; laptop pull; laptop rollback 2021; ended 0; shows 2021 1
        two people decide at once: the second command ends with 4 and needs pull
            new; meet; rollback 2021; laptop waves 2021 stop; ended 4; laptop pull; laptop waves 2021 stop; ended 0; shows 2021 1
        recall, later a colleague's rollback or waves of the same content: still recalled
            new; recall 2021 2 previous; hand waves 2021 2 all; hand rollback 2021 2 1; publish; ended 0; shows 2021 1
        rollback, then recall of what was rolled back: the replacement stays
            new; rollback 2021; recall 2021 2 previous; ended 0; shows 2021 1
        rollback, then rollback once more at night: followed to the end
            new; edit 2021 3; commit; publish; rollback 2021; shows 2021 2; rollback 2021; shows 2021 1; commit; ci 0 publish; ended 0; shows 2021 1
        rollback to what was rolled back: the command adds again for it
            new; rollback 2021; rollback 2021 2; ended 0; shows 2021 2
        a circle by two branches ends at the latest target, with a warning
            new; hand rollback 2021 2 1; hand rollback 2021 1 2; publish; ended 0; says circle; shows 2021 2
        the folder still has what was recalled: withdrawn with a note, others are published
            new; recall 2021 2 embedded; shows 2021 nothing; edit 2023 1; commit; publish; ended 0; says 2021 is withdrawn; shows 2023 1
        a replacement's zip is gone: the season stays, and the commit is named
            new; stranger no-zips; hand rollback 2021 2 1; edit 2023 1; commit; publish; ended 1; says check out commit; shows 2021 2; shows 2023 1
        a replacement's zip is gone: the season is withdrawn if it is recalled
            new; stranger no-zips; hand rollback 2021 2 1; hand recall 2021 2; publish; ended 1; shows 2021 nothing
        prune keeps what lines show
            new; rollback 2021; publish again=2021; wait 9600; refresh; wait 4800; hand rollback 2021 2 1; prune; publish; ended 0; shows 2021 1
        a season's folder is gone: no longer offered, not withdrawn; its recalls stay
            new; recall 2021 1 previous; remove 2021; commit; publish; ended 0; shows 2021 nothing
        rotation while a rollback stands: the new key signs the replacement
            new; rollback 2021; rotate; ended 0; shows 2021 1
        an older copy is restored: a home that has seen the newer state goes on from it
            new; recall 2021 1 previous; restore 2; refresh; ended 0; shows 2021 2
        an old timestamp is put back: ignored, and signed over
            new; rewind 1; publish; ended 0; shows 2021 2
        timestamp damaged: the same; no --force
            new; stranger noise; publish; ended 0; shows 2021 2
        timestamp gone: the same; no --force
            new; stranger no-timestamp; publish; ended 0; shows 2021 2
        a publish fails before its timestamp: nothing is live; publish again
            edit 2021 2; commit; crash 5 publish; shows 2021 1; ci 0 publish; ended 0; shows 2021 2
        thief of the online key, unnoticed, signs contents: the next publish signs ours
            thief content; shows 2021 666; publish; ended 0; shows 2021 1
        a thief adds a decision: the next command ends with 4
            thief recall; publish; ended 4; waves 2021 all; ended 4
        a thief adds a later commit: the next command ends with 4
            thief commit; publish; ended 4
        a thief drops our decisions: signed again by the next command
            new; rollback 2021; thief drop; waves 2021 stop; ended 0; shows 2021 1
        the rotation waits for a second signature: --over keeps publishing possible
            thief recall; publish over; ended 0; shows 2021 1
        noticed: rotate-online, publish: nothing that he signed counts, nor later
            new; thief content; thief recall; rotate; ended 0; says recall; shows 2021 2; rewind 1; publish; ended 0; shows 2021 2
        a decision that was never committed, then a rotation: listed and gone
            new; meet; laptop recall 2021 1 previous; rotate; says recall; ended 0
        fresh clone, lost file: 4, pull
            meet; recall 2022 1 embedded; laptop publish; ended 4; laptop pull; laptop publish; ended 0; shows 2022 nothing
        a record that is gone ends with 4, and --over goes on
            new; stranger no-record; ci 0 publish; ended 4; ci 0 publish over; ended 0; shows 2021 2
        the same rollback again: nothing to do
            new; rollback 2021 1; rollback 2021 1; ended 0; says already; shows 2021 1
        a rollback without a version says since when and of which commit, or lists choices
            rollback 2021; ended 1; new; rollback 2021; says offered since; says of commit; rollback 2021; ended 1; says rolled back
        """)
}
