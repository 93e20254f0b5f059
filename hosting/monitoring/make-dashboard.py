#!/usr/bin/env python3
"""Writes dashboard.json, for Grafana 9 and newer. The panels stand here, one line each."""
import json

SOURCE = {"type": "prometheus", "uid": "${source}"}
# title, kind, unit, columns of 24, height, queries (legend, expression)
PANELS = [
    ("Machines", "stat", "none", 4, 4, [("", "count(bundle_agent_info)")]),
    ("Up to date", "stat", "none", 4, 4, [("", "sum(bundle_agent_up_to_date)")]),
    ("Not read for two days", "stat", "none", 4, 4,
     [("", "count(instance:bundle_agent_age:seconds > 2 * 86400) or vector(0)")]),
    ("Seasons held back", "stat", "none", 4, 4, [("", "sum(bundle_agent_bundle_held_back)")]),
    ("Metadata expires in", "stat", "s", 4, 4,
     [("", "min(bundle_agent_metadata_expiry_timestamp_seconds) - time()")]),
    ("Alerts", "stat", "none", 4, 4,
     [("", 'count(ALERTS{alertname=~"BundleAgent.*", alertstate="firing"}) or vector(0)')]),
    ("Machines by version of each season", "timeseries", "none", 12, 9,
     [("{{year}} {{version}}", "year_version:bundle_agent_machines:count")]),
    ("Time since the repository was read", "timeseries", "s", 12, 9,
     [("{{instance}}", "instance:bundle_agent_age:seconds")]),
    ("Polls by outcome, each hour", "timeseries", "none", 12, 9,
     [("{{outcome}}", "sum by (outcome) (increase(bundle_agent_polls_total[1h]))")]),
    ("Failed part of the polls", "timeseries", "percentunit", 12, 9,
     [("{{instance}}", "instance:bundle_agent_failed_polls:ratio_1h")]),
    ("Duration of the last poll", "timeseries", "s", 12, 9,
     [("{{instance}}", "bundle_agent_last_poll_seconds")]),
    ("Downloaded each hour", "timeseries", "bytes", 12, 9,
     [("{{instance}}", "increase(bundle_agent_downloaded_bytes_total[1h])")]),
    ("Held back", "table", "none", 12, 8, [("", "bundle_agent_bundle_held_back == 1")]),
    ("Agents", "table", "none", 12, 8, [("", "count by (version) (bundle_agent_info)")]),
]


def panels():
    x = y = height = 0
    for number, (title, kind, unit, width, tall, queries) in enumerate(PANELS, 1):
        if x + width > 24:
            x, y, height = 0, y + height, 0
        yield {
            "id": number, "title": title, "type": kind, "datasource": SOURCE,
            "gridPos": {"x": x, "y": y, "w": width, "h": tall},
            "fieldConfig": {"defaults": {"unit": unit}, "overrides": []},
            "targets": [
                {"refId": chr(65 + at), "expr": expression, "legendFormat": legend,
                 "datasource": SOURCE, "instant": kind == "table",
                 "format": "table" if kind == "table" else "time_series"}
                for at, (legend, expression) in enumerate(queries)],
        }
        x, height = x + width, max(height, tall)


if __name__ == "__main__":
    dashboard = {
        "title": "bundle-agent", "uid": "bundle-agent", "schemaVersion": 38, "version": 1,
        "tags": ["match-bundles"], "time": {"from": "now-24h", "to": "now"}, "refresh": "1m",
        "templating": {"list": [
            {"name": "source", "type": "datasource", "query": "prometheus", "label": "Prometheus"}]},
        "panels": list(panels()),
    }
    with open(__file__.rsplit("/", 1)[0] + "/dashboard.json", "w") as file:
        json.dump(dashboard, file, indent=2)
        file.write("\n")
