import RepositoryTransport
import TUF
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

    @Test(
        arguments: [
            (400, "<Region>eu-west-1</Region>", nil, "eu-west-1"),
            (301, "", "eu-west-1", "eu-west-1"),
            (307, "", "eu-west-1", "eu-west-1"), (200, "", "eu-west-1", nil), (400, "", nil, nil),
            (400, "<Region>eu west/1</Region>", nil, nil),
        ] as [(Int, String, String?, String?)])
    func aWrongRegionGivesTheRightOne(
        _ status: Int, _ body: String, _ header: String?, _ region: String?
    ) {
        let answer = WebAnswer(
            status: status, headers: header.map { [.init("x-amz-bucket-region", $0)] } ?? [],
            body: Array("<Error><Code>Code</Code>\(body)</Error>".utf8))
        #expect(answer.objectStoreRegion == region)
    }

    @Test(
        arguments: [
            ([503, 200], 200), ([500, 503, 502, 200], 200), ([503, 503, 503, 503, 200], 503),
            ([404, 200], 404), ([403, 200], 403),
        ])
    func aBusyStoreIsAskedFourTimes(_ statuses: [Int], _ last: Int) throws {
        let server = try ScriptedServer(
            statuses.map { [.text("HTTP/1.1 \($0) Status\r\nContent-Length: 2\r\n\r\nok")] })
        defer { server.stop() }
        let fetcher = ObjectStoreFetcher(try store(server))
        let outcome = try? fetcher.fetch(
            FetchRequest(base: .metadata, path: "timestamp.json", lengthBytesMax: 10)
        ) { _ in }
        #expect(server.requests.count == (last == 200 || last == 503 ? min(statuses.count, 4) : 1))
        switch outcome {
        case .found?: #expect(last == 200)
        case .absent?: #expect(last == 404)
        default: #expect(last == 403 || last == 503)
        }
    }

    @Test func aFetchFromAWrongRegionNamesTheRightOne() throws {
        let body =
            "<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-west-1</Region></Error>"
        let server = try ScriptedServer([
            [.text("HTTP/1.1 400 Status\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")]
        ])
        defer { server.stop() }
        let fetcher = ObjectStoreFetcher(try store(server))
        #expect {
            _ = try fetcher.fetch(
                FetchRequest(base: .metadata, path: "timestamp.json", lengthBytesMax: 1_000)
            ) { _ in }
        } throws: {
            "\($0)".hasSuffix("(AuthorizationHeaderMalformed); set AWS_REGION to eu-west-1")
        }
    }

    private func store(_ server: ScriptedServer) throws -> ObjectStore {
        let variables = [
            "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_ENDPOINT_URL": server.address,
        ]
        return ObjectStore(
            try ObjectStoreAddress("s3://bucket"),
            options: try ObjectStoreOptions(environment: { variables[$0] }),
            web: WebOptions(userAgent: "test"))
    }
}
