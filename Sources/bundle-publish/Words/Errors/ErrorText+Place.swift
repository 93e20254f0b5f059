import BundleArchive
import BundlePublisher

/// The words for a repository that cannot be reached, read or written.
extension ErrorText {
    init(_ problem: PlaceProblem, at place: String, _ commands: PrintedCommands) {
        switch problem {
        case .webAddress:
            self.init(
                "\(place): expected a place to write to, found a web address",
                remedy: "name the directory that is served there")
        case .webAddressHasNoList:
            self.init(
                "\(place): expected a place whose files can be listed, found a web address",
                remedy: "name the directory that is served there")
        case .holdsKeys(let keys):
            self.init(
                "\(place): expected a folder apart from the private keys in \(keys): everything in it is served",
                remedy: "name another folder with --in")
        case .holdsSeasons(let seasons):
            self.init(
                "\(place): expected a folder apart from the seasons in \(seasons): everything in it is served",
                remedy: "name another folder with --in")
        case .misplaced(let misplaced): self.init("\(misplaced)", remedy: misplaced.remedy)
        case .busy:
            self.init(
                "\(place): expected to be the only publisher, found another one at work",
                remedy: "wait for it to end, then do the same again")
        case .overtaken:
            self.init(
                "\(place)/metadata/timestamp.json: expected what was there when this publish began, "
                    + "found another one",
                remedy: "another publisher was faster; what it published is live: do the same again"
            )
        case .nothing:
            self.init(
                "\(place): expected a published repository, found nothing",
                remedy: "publish into it with \(commands.publish())")
        case .noTimestamp:
            self = .unpublished(place, remedy: "publish into it with \(commands.publish())")
        case .noFirstRoot:
            self.init(
                "\(place): expected metadata/1.root.json, found none",
                remedy: "name what publish wrote, or where it is served")
        case .onlineKeyReplaced:
            self.init(
                "\(place): expected the online key that signed it, found it replaced",
                remedy: "\(commands.publish()) packs and signs everything anew")
        case .rootsBehind(let published, let ours):
            self.init(
                "\(place): expected root \(ours), found \(published)",
                remedy: "publish the new root first")
        case .notMetadata(let path):
            self.init(
                "\(path): expected root, timestamp, snapshot or targets metadata, found something "
                    + "else; nothing was removed",
                remedy: "move it away if nobody needs it: only what is understood is pruned")
        case .transfer(let error): self.init("\(place): \(error)")
        case .webPage(let file):
            self.init(
                "\(place): \(file): expected JSON or status 404, found a web page",
                remedy: "make the server answer 404 for files that it does not have")
        case .storeTransfer(let error): self.init("\(place): \(error)", remedy: Self.liveStill)
        case .storeRefused(let path, let answer):
            self.init("\(place)/\(path): \(answer.problem)", remedy: Self.remedy(answer))
        case .storeNotListed(let folder):
            self.init(
                "\(place)/\(folder): expected a list of its files, found another answer, or one without end",
                remedy: "give the address of an object store that knows ListObjectsV2")
        case .listingDenied(let folder):
            self.init(
                "\(place)/\(folder): expected a list of its files, found that this key may not list them",
                remedy: "allow this key s3:ListBucket on the bucket; only log and prune need it")
        case .notKept(let path):
            self.init(
                "\(place)/\(path): expected the file that was just written, found another one or none",
                remedy: "look at status: another publisher is at work, "
                    + "or the store does not keep what it is given"
            )
        case .commitUnknown(let path):
            self.init(
                "\(place)/\(path): expected an answer, found none, so this publish may be live or not",
                remedy: "do the same again when the store answers")
        case .notStored(let path):
            self.init("\(place)/\(path): expected it to be put, found it was not")
        case .lockBroken:
            self.init(
                "\(place)/.lock: expected our lock, found that another command broke it",
                remedy: "another publisher is at work; what was live is live still")
        case .lockUnreadable:
            self.init("\(place)/.lock: expected a lock", remedy: Self.breakLock(commands))
        case .lockLeft(let owner, let since, let seconds):
            self.init(
                "\(place): expected no lock, found one of \(owner) since \(since), "
                    + "\(seconds / 60) minutes",
                remedy: Self.breakLock(commands))
        }
    }

    /// Nothing was published at a place.
    static func unpublished(_ place: String, remedy: String) -> ErrorText {
        ErrorText(
            "\(place): expected a published repository, found no metadata/timestamp.json that counts",
            remedy: remedy)
    }

    /// No repository is named.
    static func noRepository(configuration: String, isForReading: Bool) -> ErrorText {
        isForReading
            ? ErrorText(
                "repository: expected an address or a directory, found none",
                remedy: "name one, or write repository: into \(configuration)")
            : ErrorText(
                "repository: expected the published directory, found none",
                remedy: "name it, or write repository: into \(configuration)")
    }

    private static func remedy(_ answer: StoreAnswer) -> String {
        if let region = answer.region { return "set AWS_REGION to \(region)" }
        return switch answer.code {
        case "NoSuchBucket": "make the bucket, and let the web read it: docs/HOSTING.md"
        case "SignatureDoesNotMatch", "InvalidAccessKeyId":
            "are AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION those of this store?"
        case "AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect":
            "set AWS_REGION to the bucket's region"
        case "RequestTimeTooSkewed": "set the clock"
        case "AccessDenied":
            "allow this key s3:GetObject, s3:PutObject and s3:DeleteObject"
        default: liveStill
        }
    }

    private static func breakLock(_ commands: PrintedCommands) -> String {
        "if that publisher is no longer at work: \(commands.refresh("--break-lock")), then do the "
            + "same again"
    }
}
