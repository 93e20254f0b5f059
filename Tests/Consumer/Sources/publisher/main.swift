import BundlePublisher

print(SeasonPublisher.self)
