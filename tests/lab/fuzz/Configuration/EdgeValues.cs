namespace TimerProbe.Fuzz.Configuration;

/// <summary>Values at the edges of what a member takes, by its name. None leads to another machine.</summary>
internal static class EdgeValues
{
    private static readonly double[] Amounts = [0, -1, double.Epsilon, 1e-300, 0.5, 1, 99.999, 100, 101, 10_000, 1e5, 1e6, 1e300];
    private static readonly double[] Counts = [0, 1, 2, 8, 9, 3.5, 1000, 1001, 65_535, 65_536, int.MaxValue, 1e18];

    private static readonly string[] Patterns =
    [
        "*", "?", "**", "*?*?*?*?*?*?*?*?x", "[a-z]", "a/b/../c", "/", "DB*", "*\u0301*", "\U0001F468\u200D*", ".*", "a|b", string.Concat(Enumerable.Repeat("*a", 5000)), new('?', 300), new('x', 100_000),
    ];

    private static readonly string[] Ports = ["1", "0", "65535", "65536", "-1", "x"];
    private static readonly string[] Hosts = ["127.0.0.1", "[::1]", "[::1%lo]", "127.1", "0x7f000001", "127.0.0.1.", "::1", "LOCALHOST"];

    public static JsonNode? Of(string member, RecordedVCenter vcenter, FuzzCase fuzz) => member switch
    {
        "tolerancePpm" or "readyPercent" or "coStopPercent" or "limitedPercent" => JsonValue.Create(fuzz.Pick(Amounts)),
        "slowMachinesOfHost" or "concurrency" or "notAnsweredAfter" or "port" => JsonValue.Create(fuzz.Pick(Counts)),
        "performance" or "anonymize" or "insecure" or "useProxy" or "save" => JsonValue.Create(fuzz.OneIn(2)),
        _ => JsonSerializer.SerializeToNode(Text(member, vcenter, fuzz)),
    };

    private static string Text(string member, RecordedVCenter vcenter, FuzzCase fuzz) => member switch
    {
        "server" => fuzz.Random.Next(3) switch { 0 => vcenter.Address, 1 => $"https://{vcenter.Address}/sdk", _ => $"{fuzz.Pick(Hosts)}:{fuzz.Pick(Ports)}" },
        "host" => fuzz.Pick(Hosts),
        "url" => $"{fuzz.Pick(["http", "https", "HTTP", "ftp", "file"])}://{fuzz.Pick(["", "", "", "u:p@"])}{fuzz.Pick(Hosts)}:{fuzz.Pick(Ports)}/{fuzz.Pick(["", "?q=%00#f", "\u001B", new string('x', 70_000)])}",
        "passwordFile" or "secretFile" or "caFile" or "guestResults" or "vmLogs" => fuzz.Pick(ConfiguredPlaces.All),
        "file" => fuzz.OneIn(3) ? $"out/{fuzz.Random.Next(1000)}" : fuzz.Pick(ConfiguredPlaces.All),
        "target" => fuzz.OneIn(3)
            ? fuzz.Pick([":memory:", "store.db?cache=shared", "file:store.db", "postgres:", "Host=127.0.0.1;Port=1;Timeout=1", "Host=/;Username=\u0001", "HOST=;;=;", "postgres://u@127.0.0.1:1/x"])
            : fuzz.Pick(ConfiguredPlaces.All),
        "passwordEnvironment" or "secretEnvironment" or "environment" => fuzz.Pick(["TIMERPROBE_VCENTER_PASSWORD", "NOT_SET_ANYWHERE", "PATH", "_", "1x", "A=B", new string('X', 40_000)]),
        "thumbprint" => fuzz.Pick([RecordedVCenter.Thumbprint, RecordedVCenter.Thumbprint.ToLowerInvariant(),
            string.Join(':', RecordedVCenter.Thumbprint.Chunk(2).Select(pair => new string(pair))), new string('0', 64),
                new string('0', 40), "00"]),
        "timeLimit" => fuzz.Pick(["1s", "2s", "0s", "1ms", "-1s", "24h", "25h", "1440m", "1e3s", "1.5s", " 3s ", "3 s", "99999999999999999999s"]),
        "expires" => fuzz.Pick(["0001-01-01", "9999-12-31", "2026-02-29", "2026-11-22", "2027-1-1", "٢٠٢٧-01-31"]),
        "rule" or "off" => fuzz.Pick(["TP201", "TP202", "TP203", "TP101", "TP310", "TP999", "tp201", "TP2O1", "TP201 "]),
        "format" => fuzz.Pick(["text", "json", "csv", "html", "markdown", "openmetrics", "pdf", "HTML"]),
        "failOn" => fuzz.Pick(["info", "warning", "critical", "never", "Never"]),
        "security" => fuzz.Pick(["startTls", "none", "tls"]),
        "from" or "to" => fuzz.Pick(["a@b", "\"a b\"@c", "a@[127.0.0.1]", "a@b, c@d", "é@ü.example", "<a@b>", "A <a@b>", "a@" + new string('x', 10_000)]),
        "names" or "clusters" or "folders" or "datacenters" or "subject" => fuzz.OneIn(4) ? OddTexts.Any(fuzz.Random) : fuzz.Pick(Patterns),
        _ => OddTexts.Any(fuzz.Random),
    };
}
