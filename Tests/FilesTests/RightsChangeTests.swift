import Testing

@testable import Files

/// A remedy that cannot be carried out is not printed.
@Suite struct RightsChangeTests {
    @Test func aCommandIsPrintedWhereItWorks() {
        let command = "chmod go-w /x"
        #expect(RightsChange.remedy(command, at: "/x", obstacle: { _ in nil }) == command)
    }

    @Test(arguments: [RightsChange.Obstacle.readOnly, .confined])
    func noCommandWhereItCannotWork(_ obstacle: RightsChange.Obstacle) {
        let remedy = RightsChange.remedy("chmod go-w /x", at: "/x", obstacle: { _ in obstacle })
        #expect(!remedy.contains("chmod"), "\(remedy)")
        #expect(remedy.hasSuffix("change it where it is mounted from"), "\(remedy)")
    }

    @Test("What is not there is where its folder is") func nearestFolder() {
        #expect(RightsChange.isReadOnly("/proc/self/nothing/x") == RightsChange.isReadOnly("/proc"))
        #expect(!RightsChange.isReadOnly("/tmp/nothing/x/y"))
    }

    @Test(
        "Containers without the right or with own users are known",
        arguments: [
            ("         0          0 4294967295\n", "CapBnd:\t000001ffffffffff\n", false),
            ("0 0 4294967295", "CapBnd:\t0000000000000000", true),
            ("0 0 4294967295", "Name:\tx\nCapBnd:\t00000000a80425fa\nSeccomp:\t0", true),
            ("         0       1000          1\n", "CapBnd:\t000001ffffffffff", true),
            ("", "", false),
        ])
    func containers(_ map: String, _ status: String, _ isConfined: Bool) {
        #expect(RightsChange.isConfined(userMap: map, status: status) == isConfined)
    }
}
