namespace TimerProbe.Fuzz.Configuration;

/// <summary>A configuration with nearly every member there is, all of which works.</summary>
internal static class ConfigurationTemplate
{
    public static JsonObject Of(RecordedVCenter vcenter) => JsonNode.Parse($$"""
        {
          "$schema": "timerprobe.config.1.json",
          "vcenters": [
            { "server": "{{vcenter.Address}}", "user": "scan@vsphere.local", "passwordFile": "pw", "thumbprint": "{{RecordedVCenter.Thumbprint}}", "concurrency": 2, "useProxy": false },
            { "server": "127.0.0.1:1", "user": "scan@vsphere.local", "passwordEnvironment": "TIMERPROBE_VCENTER_PASSWORD", "caFile": "ca.pem", "filters": { "names": ["DB?"] },
              "knownGaps": [{ "subject": "DB*", "code": "objectsIncomplete", "reason": "its datastore is gone", "expires": "2027-01-31" }] }
          ],
          "filters": { "datacenters": ["*"], "clusters": ["*"], "folders": [], "names": ["*"] },
          "tolerancePpm": 100.5,
          "thresholds": { "readyPercent": 10, "coStopPercent": 2.5, "limitedPercent": 1, "slowMachinesOfHost": 3 },
          "performance": true,
          "guestResults": "results",
          "vmLogs": "logs",
          "readLogs": true,
          "timeLimit": "20s",
          "anonymize": false,
          "failOn": "warning",
          "rules": { "off": ["TP215"] },
          "mutes": [
            { "rule": "TP201", "subject": "DB*", "reason": "moves at the weekend", "expires": "2027-01-31" },
            { "rule": "TP202", "reason": "bought that way", "expires": "2027-01-31" }
          ],
          "outputs": [
            { "format": "text", "file": "out/report.txt" },
            { "format": "html", "file": "out/report.html" },
            { "format": "openmetrics", "file": "out/report.prom" }
          ],
          "store": { "target": "{{ConfiguredPlaces.Store}}", "save": true },
          "alerts": {
            "notAnsweredAfter": 1,
            "webhooks": [{ "url": "http://127.0.0.1:1/timerprobe", "secretFile": "pw" }],
            "mail": { "host": "127.0.0.1", "port": 1, "security": "startTls", "caFile": "ca.pem", "from": "timerprobe@example.org", "to": ["ops@example.org"], "user": "timerprobe", "passwordFile": "pw", "digest": { "schedule": "0 0 6 ? * MON-FRI", "to": ["team@example.org"], "detail": "report", "whenUnchanged": true } },
            "command": { "file": "notify", "arguments": ["--urgent"], "environment": ["PATH"] }
          }
        }
        """)!.AsObject();
}
