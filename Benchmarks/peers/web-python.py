"""usage: web-python.py MATCHES ROUNDS SECONDS"""
import json, statistics, sys, time

begin = time.perf_counter()
from match_breakdown import Renderer
renderer = Renderer()
started = time.perf_counter()
matches = [json.dumps(match) for match in json.load(open(sys.argv[1]))]
rates = {"html": [], "text": []}
for turn in range(-1, int(sys.argv[2])):
    for form, list_ in rates.items():
        count, start = 0, time.process_time()
        while time.process_time() - start < float(sys.argv[3]):
            for match in matches:
                renderer.render(match, form)
            count += len(matches)
        if turn >= 0:
            list_.append(count / (time.process_time() - start))
print(json.dumps({"start": (started - begin) * 1000, **{form: statistics.median(list_) for form, list_ in rates.items()}}))
