import TUF

print(UTCTime(unixSeconds: 0))
