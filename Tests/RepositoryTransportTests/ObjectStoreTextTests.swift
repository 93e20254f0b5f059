import RepositoryTransport
import Testing
import WebTransport

/// Addresses, settings and listings of object stores, as texts.
@Suite struct ObjectStoreTextTests {
    @Test(
        arguments: [
            ("s3://frc-bundles", "frc-bundles", ""), ("s3://frc-bundles/", "frc-bundles", ""),
            ("s3://frc.bundles/a/b_c/", "frc.bundles", "a/b_c"),
        ])
    func anAddressIsABucketAndAPrefix(_ text: String, _ bucket: String, _ prefix: String) throws {
        let address = try ObjectStoreAddress(text)
        #expect(address.bucket == bucket && address.prefix == prefix)
    }

    @Test(
        arguments: [
            "s3://", "s3://ab", "s3:///a", "s3://Bucket", "s3://buck_et", "s3://bucket/a b",
            "s3://bucket/../a", "s3://bucket/ä", "s3://bucket/a?b", "https://bucket",
        ])
    func otherTextsAreNone(_ text: String) {
        #expect(throws: AddressError.self) { try ObjectStoreAddress(text) }
    }

    @Test func settingsAreThoseOfTheAWSTools() throws {
        var variables = [
            "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "",
            "AWS_DEFAULT_REGION": "eu-west-1", "AWS_ENDPOINT_URL": "https://store.example.org/",
        ]
        let options = try ObjectStoreOptions(environment: { variables[$0] })
        #expect(options.region == "eu-west-1" && options.sessionToken == nil)
        #expect(options.endpoint == "https://store.example.org")
        for endpoint in ["store.example.org", "https://user@store", "https://store/?a"] {
            variables["AWS_ENDPOINT_URL_S3"] = endpoint
            #expect(throws: AddressError.self) {
                try ObjectStoreOptions(environment: { variables[$0] })
            }
        }
        variables["AWS_SECRET_ACCESS_KEY"] = ""
        #expect(throws: AddressError.self) {
            try ObjectStoreOptions(environment: { variables[$0] })
        }
    }

    @Test func aListingIsRead() throws {
        let text = """
            <?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\
            <IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;lt;=</NextContinuationToken>\
            <Contents><Key>p/a&amp;b</Key><LastModified>2026-11-21T21:09:36.335Z</LastModified>\
            <ETag>&quot;5d&quot;</ETag><Size>5</Size></Contents></ListBucketResult>
            """
        let listing = try #require(ObjectListing(Array(text.utf8)))
        #expect(listing.continuation == "a&lt;=")
        #expect(listing.entries.map(\.key) == ["p/a&b"])
        #expect(listing.entries.map(\.lengthBytes) == [5])
        #expect(listing.entries.map(\.modifiedSecond) == [1_795_295_376])
        #expect(ObjectListing(Array("<html>".utf8)) == nil)
    }

    @Test func whatAStoreSaysIsMissingIsMissing() {
        func answer(_ status: Int, _ code: String) -> WebAnswer {
            WebAnswer(status: status, body: Array("<Error><Code>\(code)</Code></Error>".utf8))
        }
        #expect(answer(404, "NoSuchKey").isAbsentObject)
        // Who may not list is told this.
        #expect(answer(403, "AccessDenied").isAbsentObject)
        #expect(!answer(403, "SignatureDoesNotMatch").isAbsentObject)
        #expect(!answer(404, "NoSuchBucket").isAbsentObject)
    }
}
