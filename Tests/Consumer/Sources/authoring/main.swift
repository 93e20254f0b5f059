import SeasonAuthoring

print(SeasonFolder(path: "bundles").path)
