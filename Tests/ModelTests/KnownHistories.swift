import Testing

/// Histories that once broke a promise, each the shortest that did.
struct KnownHistory: CustomTestStringConvertible, Sendable {
    /// What went wrong.
    let testDescription: String
    /// The steps.
    let text: String

    private init(_ name: String, _ text: String) { (testDescription, self.text) = (name, text) }

    static let all = [
        KnownHistory(
            "an old timestamp undid a rollback",
            "edit 2021 2; publish; rollback 2021; rewound 1 publish"),
        KnownHistory(
            "an old timestamp undid the end of a rollout",
            "edit 2021 2; publish waves=slow; waves 2021 stop; rewound 1 publish"),
        KnownHistory(
            "an old timestamp undid waves",
            "edit 2021 2; publish waves=slow; rewound 1 publish; m1 poll; m2 poll"),
        KnownHistory(
            "an old timestamp undid a lift",
            "recall 2022 live embedded; lift 2022 live; rewound 1 refresh; rewound 2 refresh"),
        KnownHistory(
            "a lift between two keys was forgotten",
            "edit 2021 2; publish; recall 2021 1 previous; rotate; lift 2021 1; publish"),
        KnownHistory(
            "a recall between two keys forgot a rollback",
            "edit 2021 2; publish; rollback 2021; rotate; recall 2021 1 previous; publish"),
        KnownHistory(
            "a recall between two keys forgot the end of a rollout",
            "edit 2021 2; publish waves=slow; waves 2021 stop; rotate; recall 2021 live previous; lift 2021 live; publish"
        ),
        KnownHistory(
            "a new content after a withdrawn one lost its waves",
            "recall 2021 live embedded; rotate; edit 2021 2; publish waves=slow"),
        KnownHistory(
            "a recall between two keys of what another checkout had published showed an earlier one",
            "edit 2021 2; elsewhere publish; rotate; recall 2021 live embedded; publish"),
        KnownHistory(
            "another checkout could not publish after a killed rotation",
            "crash 5 rotate-to; elsewhere publish"),
        KnownHistory("a rotation forgot a recall", "recall 2022 live embedded; rotate"),
        KnownHistory(
            "a rotation forgot a recall that an earlier content stands in for",
            "edit 2021 2; publish; recall 2021 live previous; edit 2021 3; rotate-to; edit 2021 2; publish"
        ),
        KnownHistory(
            "a rotation forgot a rollback", "edit 2021 2; publish; rollback 2021; rotate; publish"),
        KnownHistory(
            "a rotation with --to forgot a rollback",
            "edit 2021 2; publish; rollback 2021; rotate-to"),
        KnownHistory(
            "a rotation forgot it on another checkout",
            "edit 2021 2; publish; rollback 2021; rotate; elsewhere publish; elsewhere publish"),
        KnownHistory(
            "machines configured for later waves followed after a stop",
            "edit 2021 2; publish waves=slow; waves 2021 stop; m1 poll; m2 poll; m3 poll"),
        KnownHistory(
            "a rotation let everybody follow a stopped rollout",
            "m0 poll; m2 poll; edit 2021 2; publish waves=half; waves 2021 stop; rotate; publish; m0 poll; m2 poll"
        ),
        KnownHistory(
            "a rotation let everybody follow a rollout under way",
            "m0 poll; m2 poll; edit 2021 2; publish waves=half; rotate; publish; m0 poll; m2 poll"),
        KnownHistory(
            "a rotation was refused when it was half done",
            "edit 2021 2; publish; recall 2021 live previous; rotate-to"),
        KnownHistory(
            "a thief recalled our contents and blocked the recovery",
            "edit 2022 2; thief recall; rotate; publish; m0 poll"),
        KnownHistory(
            "a thief called our contents rolled back",
            "edit 2022 2; thief rollback; rotate; publish; m0 poll"),
        KnownHistory(
            "the publisher's undo suggested the thief's content", "thief content; recover"),
        KnownHistory(
            "a machine went back to the thief's content",
            "m0 poll; thief content; m0 poll; recover; m0 poll; m0 rollback 2021; m0 rollback 2022"),
        KnownHistory(
            "a machine was pinned to the thief's content",
            "thief content; m0 poll; m0 pin 2021 666; recover; m0 poll; m0 pin 2021 666"),
        KnownHistory(
            "a held machine kept the thief's content",
            "thief content; m0 poll; m0 hold; recover; m0 poll"),
        KnownHistory(
            "the cache did not know the target of an alias",
            "alias 2022 2021; publish; edit 2021 2; publish; edit-alone 2021 3; publish"),
        KnownHistory(
            "a second rollback went forward",
            "edit 2021 2; publish; edit 2021 3; publish; rollback 2021; rollback 2021"),
        KnownHistory(
            "a recall offered what was rolled back",
            "edit 2021 2; publish; edit 2021 3; publish; rollback 2021; recall 2021 live previous"),
        KnownHistory(
            "a promotion offered what was rolled back",
            "edit 2021 2; publish; rollback 2021; publish-beta; promote"),
        KnownHistory(
            "a promotion forgot what was rolled back, and the next publish offered it",
            "publish-beta; edit 2021 3; publish; edit 2021 2; publish; rollback 2021; promote 2021; publish"
        ),
        KnownHistory(
            "a clock that was behind signed anew, after a machine was upgraded",
            "thief content; rotate-to; m0 upgrade; edit 2021 2; publish; rotate; askew -48 publish"),
        KnownHistory(
            "a thief came after a rollback that was killed",
            "edit 2021 2; publish; crash 1 rollback 2021; thief content"),
        KnownHistory(
            "a removed season took its recalls with it",
            "m0 poll; edit 2021 2; publish; m0 poll; recall 2021 live previous; remove 2021; publish; m0 poll; edit 2021 2; publish"
        ),
        KnownHistory(
            "a removed season took its rollbacks with it",
            "edit 2021 2; publish; rollback 2021; remove 2021; publish; edit 2021 2; publish"),
        KnownHistory(
            "waves stop named a rollback that was not possible", "waves 2022 stop"),
        KnownHistory(
            "the remedies of a publish and a lift led to each other",
            "edit 2021 2; publish; recall 2021 live previous; rotate; publish; lift 2021 2"),
        KnownHistory(
            "a recall carried the thief's content on, and the new key signed it",
            "edit 2023 1; publish; thief content; recall 2023 live previous; rotate-to"),
        KnownHistory(
            "the same, of a season that was there before",
            "thief content; recall 2022 1 previous; rotate; publish; m0 poll"),
        KnownHistory(
            "a publish carried out a recall that was killed", "crash 1 recall 2022 live embedded"),
        KnownHistory(
            "a key that was replaced twice over recalled what we had not published yet",
            "thief content; rotate-to; thief recall; rotate; publish; edit 2022 2"),
        KnownHistory(
            "a rollback went to what a thief had signed, and the new key signed it again",
            "thief content; publish; rollback 2021; rotate; publish; m0 poll"),
        KnownHistory(
            "a recall went to what a thief had signed",
            "thief content; publish; recall 2021 live previous; rotate; publish; m0 poll"),
        KnownHistory(
            "a publish from another checkout forgot how the other seasons were signed",
            "edit 2023 1; publish; rotate; publish waves=slow; m2 poll"),
        KnownHistory(
            "a publish from another checkout forgot a rollback of another season",
            "edit 2021 2; publish; rollback 2021; elsewhere edit 2023 1; edit 2023 1; elsewhere publish; rotate; publish"
        ),
        KnownHistory(
            "a rotation carried out a rollback that was killed",
            "edit 2021 2; publish; crash 1 rollback 2021; rotate-to"),
        KnownHistory(
            "a recovery refused a season without a folder that had the thief's content",
            "thief content; recall 2022 live previous; remove 2022"),
        KnownHistory(
            "a damaged timestamp had no remedy",
            "thief content; rotate-to; thief noise; publish; publish force"),
        KnownHistory(
            "a killed rotation was not gone on with", "crash 1 rotate-to; rotate-to; publish"),
        KnownHistory(
            "a rotation refused a recalled season without a folder",
            "remove 2021; recall 2021 live embedded; rotate-to"),
        KnownHistory(
            "a rotation kept a time of publication that was still to come",
            "edit 2022 2; askew 9600 publish waves=slow hold-off; rotate; publish"),
        KnownHistory(
            "a decision in a moved directory forgot how the other seasons were signed",
            "rotate; recall 2022 live embedded; publish hold-off; m1 poll"),
        KnownHistory(
            "a recovery in a moved directory took what we had chosen for new",
            "alias 2021 2023; thief content; recover; edit 2021 1; publish hold-off; m0 poll"),
        KnownHistory(
            "a withdrawn season got the terms of a new content",
            "rotate; recall 2022 live embedded; publish hold-off; lift 2022 1; m1 poll"),
        KnownHistory(
            "a recall between two keys was forgotten with its season's folder",
            "rotate; m4 poll; recall 2022 live previous; remove 2022"),
        KnownHistory(
            "a recall between two keys was forgotten with a folder that had gone before",
            "rotate; remove 2022; recall 2022 live embedded; publish; m4 poll"),
        KnownHistory(
            "a recall of an earlier content was forgotten between two keys",
            "edit 2022 2; publish; rotate; recall 2022 1 embedded; remove 2022; publish; m4 poll"),
        KnownHistory(
            "a rollback went to what a killed publish had left",
            "edit 2021 2; publish; edit 2021 3; crash 3 publish; edit 2021 2; edit 2022 2; publish; rollback 2021"
        ),
        KnownHistory(
            "a command over a thief's entry forgot a rollback",
            "edit 2021 2; publish; rollback 2021; thief waves; waves 2021 stop"),
        KnownHistory(
            "a withdrawn season's next content was published under a recall of it",
            "thief recall; rotate-to; recall 2021 live embedded; edit 2021 2; rotate-to"),
        KnownHistory(
            "a checkout that had not heard of a rollback brought its season back",
            "edit 2021 2; publish; meet; rollback 2021; remove 2021; publish; laptop publish"),
        KnownHistory(
            "between two keys a season was recalled that nobody publishes",
            "remove 2022; publish; rotate; recall 2022 1 embedded; publish; m4 poll"),
        KnownHistory(
            "a rollback on a machine left a season empty",
            "m0 poll; edit 2021 2; publish; m0 poll; m0 rollback 2021; recall 2021 1 previous; m0 poll"
        ),
        KnownHistory(
            "a rollback in an older copy was no choice of ours",
            "edit 2022 2; publish; restored 1 rollback 2022; recover"),
        KnownHistory(
            "a season that was left out for one publish lost its stop",
            "waves 2021 slow; waves 2021 stop; laptop remove 2021; laptop publish"),
        KnownHistory(
            "a first publish that was killed twice had to be forced",
            "crash 4 publish-beta; crash 1 publish-beta"),
        KnownHistory(
            "a thief put a file in the place of the next root",
            "thief root; m0 poll; recover; m0 poll; thief root; publish; m0 poll"),
        KnownHistory(
            "a timestamp of the old key that leads nowhere stopped every command",
            "edit 2021 2; publish; recall 2021 1 previous; thief lost; recover; thief lost; refresh; m0 poll"
        ),
        KnownHistory(
            "a recall that was lifted between two keys did not bring back what a rollback had shown",
            "edit 2021 2; publish; rollback 2021; rotate; recall 2021 1 previous; lift 2021 1; publish"
        ),
        KnownHistory(
            "a recovery refused a season that only another checkout had published",
            "laptop edit 2023 1; laptop publish; thief content; recall 2023 live previous"),
        KnownHistory(
            "a rotation refused a season that only another checkout had published",
            "edit 2022 5; publish; laptop alias 2023 2022; laptop publish; laptop edit 2023 1; laptop publish; recall 2023 5 previous; rotate-to"
        ),
        KnownHistory(
            "a beta was to keep a season that it never had",
            "thief recall; rotate-to; remove 2022; publish-beta; rotate-to; promote"),
        KnownHistory(
            "no printed remedy helped where a content was recalled and the timestamp damaged",
            "thief recall; rotate-to; edit 2021 2; thief noise; publish waves=later force"),
        KnownHistory(
            "a recall offered what was rolled back, because a thief had signed an older state again",
            "edit 2022 2; publish; rollback 2022; thief old; recall 2022 live previous"),
        KnownHistory(
            "a recall over a thief's state kept recovery waiting for a word about what was rolled back",
            "edit 2021 2; publish; rollback 2021; thief content; recall 2021 live previous"),
        KnownHistory(
            "a withdrawal over a thief's state kept recovery waiting",
            "edit 2021 2; publish; rollback 2021; thief content; recall 2021 live embedded"),
        KnownHistory(
            "a second publish forgot another checkout's rollback of a season that is gone",
            "edit 2021 2; laptop publish; laptop rollback 2021; edit 2022 2; laptop remove 2021; laptop publish; publish"
        ),
        KnownHistory(
            "a rollback of a season that only another checkout had published counted a thief's content as ours",
            "laptop edit 2023 1; laptop publish; recall 2023 live embedded; thief content; laptop publish; rollback 2023; rotate; publish"
        ),
        KnownHistory(
            "a rollback was forgotten because its season was away for one publish",
            "edit 2021 2; publish; rollback 2021; remove 2021; publish; edit 2021 1; publish; edit 2021 2; publish"
        ),
    ]
}
