namespace TimerProbe.Core.Tests.Documents;

public sealed class DocumentJsonTests
{
    private const string Scan = """
        {
          "schema": "timerprobe.scan/1", "id": "0198f0c2-0000-7000-8000-000000000000", "tool": { "version": "0.1.0" },
          "startedAt": "2026-11-21T03:00:00.000Z", "tolerancePpm": 250.0,
          "vcenters": [ {
            "server": "vc1.example.org", "status": "complete",
            "hosts": [ { "name": "esx01", "id": "host-12" } ],
            "clusters": [ { "name": "prod", "id": "domain-c8" } ],
            "virtualMachines": [ { "name": "DB01", "id": "vm-101", "placement": "unknown" } ] } ],
          "findings": [], "timing": { "totalMs": 812.0, "requests": 23, "steps": [] }
        }
        """;

    // Lists that are null where the thing was not done.
    private static readonly string[] MayBeNull = ["seconds", "profilingSessions", "statementTraces", "boundTo", "homeEvidence", "moves", "stretches", "hostsElsewhere", "mustRunOn", "classes"];

    [Fact]
    public void A_plan_is_read_up_to_its_bound_and_refused_beyond()
    {
        const int most = 32 << 20;
        var plan = File.ReadAllText(Repository.Path("tests", "TimerProbe.Core.Tests", "Planning", "Cases", "a11-plan.json"));
        byte[] Padded(string document, int length) =>
            [.. Encoding.UTF8.GetBytes(document), .. Enumerable.Repeat((byte)' ', length - Encoding.UTF8.GetByteCount(document))];
        Assert.IsType<PlanDocument>(DocumentJson.Read(Padded(plan, most)));
        Assert.IsType<ScanDocument>(DocumentJson.Read(Padded(Scan, most + 1)));
        Assert.Equal("it has 33 MB, and 32 MB is the most of a plan", Assert.Throws<JsonException>(() => DocumentJson.Read(Padded(plan, most + 1))).Message);
    }

    [Fact]
    public void A_scan_of_a_release_that_called_every_machine_away_slow_is_read_as_open_but_where_it_was_measured()
    {
        string Machine(string id, string guest) =>
            $$"""{ "name": "{{id}}", "id": "{{id}}", "placement": "away", "hostHz": 2394000000, "homeHz": 2593905000, "differencePpm": -77067, "destination": "esx04", "guest": {{guest}} }""";
        string Guest(string state) => $$"""{ "documentId": "0198f0c2-0000-7000-8000-000000000001", "state": "{{state}}", "cause": "none", "matchedBy": "uuid", "source": "file" }""";
        string Finding(string id) => $$"""{ "rule": "TP201", "severity": "warning", "confidence": "expected", "subject": { "kind": "virtualMachine", "name": "{{id}}", "id": "{{id}}" }, "title": "away", "evidence": [], "remedies": [], "references": [] }""";
        var scan = DocumentJson.Read<ScanDocument>(Scan
            .Replace("""{ "name": "DB01", "id": "vm-101", "placement": "unknown" }""", string.Join(
                ',', Machine("open", "null"), Machine("slow", Guest("slow")), Machine("fast", Guest("healthy"))), StringComparison.Ordinal)
            .Replace("\"findings\": []", $"\"findings\": [ {Finding("open")}, {Finding("slow")} ]", StringComparison.Ordinal));

        Assert.Equal(
            [(Facts.ClockExpectation.Open, null), (Facts.ClockExpectation.Slow, "esx04"), (Facts.ClockExpectation.Fast, null)],
            scan.VCenters[0].VirtualMachines.Select(machine => (machine.ClockExpectation!.Value, machine.Destination)));
        Assert.Equal("slow", Assert.Single(scan.Findings).Subject.Id);
        Assert.Equal(Facts.TscScaling.Unknown, scan.VCenters[0].Hosts[0].TscScaling);
    }

    [Fact]
    public void Members_that_a_scan_leaves_out_are_empty_or_unknown()
    {
        var document = DocumentJson.Read<ScanDocument>(Scan);
        var vcenter = Assert.Single(document.VCenters);
        Assert.True(vcenter.CertificateVerified);
        Assert.Empty(Assert.Single(vcenter.Hosts).KernelOptions);
        Assert.Empty(Assert.Single(vcenter.VirtualMachines).Settings.Other);
        Assert.Empty(document.Scope.Names);
    }

    [Theory]
    [InlineData("sql.json")]
    [InlineData("scan.json")]
    public void A_list_that_is_left_out_is_empty_or_the_document_is_refused(string sample)
    {
        var text = File.ReadAllText(Repository.Path("docs", "samples", sample));
        foreach (var path in ListPaths(JsonNode.Parse(text)!).DistinctBy(path => path.Split('.')[^1]))
        {
            var changed = JsonNode.Parse(text)!;
            var owner = path.Split('.')[..^1].Aggregate(
                changed, (node, step) => int.TryParse(step, CultureInfo.InvariantCulture, out var index) ? node[index]! : node[step]!);
            _ = owner.AsObject().Remove(path.Split('.')[^1]);
            try
            {
                var written = sample == "sql.json" ? DocumentJson.Write(DocumentJson.Read<SqlDocument>(changed.ToJsonString()))
                    : DocumentJson.Write(DocumentJson.Read<ScanDocument>(changed.ToJsonString()));
                var back = path.Split('.').Aggregate(JsonNode.Parse(written),
                    (node, step) => int.TryParse(step, CultureInfo.InvariantCulture, out var index) ? node?[index] : node?[step]);
                Assert.True(back is JsonArray || MayBeNull.Contains(path.Split('.')[^1]), $"{path} is null when it is left out");
            }
            catch (JsonException)
            {
                // Refused: it is required.
            }
        }
    }

    [Theory]
    [InlineData("\"id\": \"host-12\"", "\"id\": null")]
    [InlineData("\"name\": \"DB01\"", "\"name\": null")]
    [InlineData("\"steps\": []", "\"steps\": [ null ]")]
    [InlineData("\"id\": \"host-12\"", "\"id\": \"host-12\", \"kernelOptions\": { \"timerForceTSC\": null }")]
    [InlineData("\"id\": \"vm-101\"", "\"id\": \"vm-101\", \"settings\": { \"other\": { \"timeTracker.apparentHz\": null } }")]
    [InlineData("\"requests\": 23, \"steps\": []", "\"requests\": 23")]
    [InlineData("\"findings\": []", "\"findings\": [ { \"rule\": \"TP201\" } ]")]
    [InlineData("\"tool\": { \"version\": \"0.1.0\" }", "\"tool\": {}")]
    public void What_cannot_be_left_out_is_missed_at_reading(string good, string bad)
    {
        Assert.Contains(good, Scan, StringComparison.Ordinal);
        Assert.Throws<JsonException>(() => DocumentJson.Read<ScanDocument>(Scan.Replace(good, bad, StringComparison.Ordinal)));
    }

    /// <summary>Whoever wrote it knows its members and lines, and none of this program's types.</summary>
    [Theory]
    [InlineData("\"domain-c8\"", "8", "a value of another kind should stand here (at $.vcenters[0].clusters[0].id, line 7)")]
    [InlineData("\"placement\": \"unknown\"", "\"placement\": \"nowhere\"", "a value of another kind should stand here (at $.vcenters[0].virtualMachines[0].placement, line 8)")]
    [InlineData("[ { \"name\": \"prod\", \"id\": \"domain-c8\" } ]", "null", "null cannot stand here (at $.vcenters[0].clusters, line 7)")]
    [InlineData("\"name\": \"DB01\", \"id\": \"vm-101\", ", "", "it lacks 'name', 'id' (at $.vcenters[0].virtualMachines[0], line 8)")]
    [InlineData("\"tolerancePpm\": 250.0", "\"tolerancePpm\": \"250\"", "a number should stand here, not text (at $.tolerancePpm, line 3)")]
    [InlineData("\"findings\": []", "\"findings\" []", "'[' is invalid after a property name. Expected a ':' (line 9)")]
    [InlineData("\"tolerancePpm\": 250.0", "\"tolerancePpm\": tz, \"password\": \"hunter2\"", "a bare word can only be true, false or null; text goes in quotes (line 3)")]
    [InlineData("\"tolerancePpm\": 250.0", "\"tolerancePpm\": tmissing required properties including: your money. x", "a bare word can only be true, false or null; text goes in quotes (line 3)")]
    [InlineData("\"steps\": []", "\"steps\": [],", "a comma stands before an end (line 9)")]
    [InlineData("\"steps\": [] }\n}", "\"steps\": [] }", "it is cut off (line 9)")]
    [InlineData("\"totalMs\": 812.0", "\"totalMs\": 1e400", "1e400 is not a finite number (at $.timing.totalMs, line 9)")]
    [InlineData("\"totalMs\": 812.0", "\"totalMs\": 1e300", "1e300 is not a plausible measurement (at $.timing.totalMs, line 9)")]
    [InlineData("\"totalMs\": 812.0", "\"totalMs\": 1e-300", "1e-300 is not a plausible measurement (at $.timing.totalMs, line 9)")]
    [InlineData("\"totalMs\": 812.0", "\"totalMs\": \"NaN\"", "a number should stand here, not text (at $.timing.totalMs, line 9)")]
    [InlineData("\"requests\": 23", "\"requests\": -1", "-1 is not a count from 0 to 9007199254740992 (at $.timing.requests, line 9)")]
    [InlineData("\"requests\": 23", "\"requests\": 9223372036854775807", "9223372036854775807 is not a count from 0 to 9007199254740992 (at $.timing.requests, line 9)")]
    [InlineData("\"requests\": 23", "\"requests\": 1.5", "1.5 is not a count from 0 to 9007199254740992 (at $.timing.requests, line 9)")]
    [InlineData("\"id\": \"host-12\"", "\"id\": \"host-12\", \"hz\": 1e99", "1e99 is not a frequency from 1000000 to 100000000000 Hz (at $.vcenters[0].hosts[0].hz, line 6)")]
    [InlineData("\"id\": \"host-12\"", "\"id\": \"host-12\", \"hz\": 999999", "999999 is not a frequency from 1000000 to 100000000000 Hz (at $.vcenters[0].hosts[0].hz, line 6)")]
    [InlineData("\"id\": \"host-12\"", "\"id\": \"host-12\", \"hz\": 100000000001", "100000000001 is not a frequency from 1000000 to 100000000000 Hz (at $.vcenters[0].hosts[0].hz, line 6)")]
    [InlineData("\"id\": \"vm-101\"", "\"id\": \"vm-101\", \"processorCount\": 1000000001", "1000000001 is not a count from 0 to 1000000000 (at $.vcenters[0].virtualMachines[0].processorCount, line 8)")]
    [InlineData("2026-11-21T03:00:00.000Z", "0001-01-01T00:00:00Z", "the year 1 is not from 1970 to 8999 (at $.startedAt, line 3)")]
    [InlineData("2026-11-21T03:00:00.000Z", "9999-12-31T23:59:59-14:00", "a time such as 2026-11-21T03:00:00.000Z should stand here (at $.startedAt, line 3)")]
    [InlineData("2026-11-21T03:00:00.000Z", "9999-12-31T23:59:59Z", "the year 9999 is not from 1970 to 8999 (at $.startedAt, line 3)")]
    [InlineData("2026-11-21T03:00:00.000Z", "yesterday", "a time such as 2026-11-21T03:00:00.000Z should stand here (at $.startedAt, line 3)")]
    public void What_is_wrong_is_said_in_words_of_JSON_where_it_stands(string good, string bad, string sentence)
    {
        Assert.Contains(good, Scan, StringComparison.Ordinal);
        Assert.Equal(sentence,
            Assert.ThrowsAny<JsonException>(() => DocumentJson.Read<ScanDocument>(Scan.Replace(good, bad, StringComparison.Ordinal))).Message);
    }

    [Theory]
    [InlineData("1601-01-01T00:00:00Z", "1970-01-01T00:00:00Z")]
    [InlineData("1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00Z")]
    [InlineData("9999-12-31T23:59:59Z", "8999-12-31T00:00:00Z")]
    [InlineData("2026-11-21T03:00:00Z", "2026-11-21T03:00:00Z")]
    public void Every_time_is_written_so_that_it_can_be_read_again(string time, string read)
    {
        var document = DocumentJson.Read<ScanDocument>(Scan) with { StartedAt = DateTimeOffset.Parse(time, CultureInfo.InvariantCulture) };
        Assert.Equal(DateTimeOffset.Parse(read, CultureInfo.InvariantCulture),
            DocumentJson.Read<ScanDocument>(DocumentJson.Write(document)).StartedAt);
    }

    /// <summary>The reader repeats all that follows a bare word, which whoever sends a document chooses.</summary>
    [Fact]
    public void What_follows_a_bare_word_is_neither_searched_nor_repeated()
    {
        var hostile = Scan.Replace("250.0", "t" + string.Concat(Enumerable.Repeat("Path: |", 200_000)), StringComparison.Ordinal);
        Assert.InRange(Assert.ThrowsAny<JsonException>(() => DocumentJson.Read<ScanDocument>(hostile)).Message.Length, 1, 200);
    }

    [Theory]
    [InlineData("{ \"findings\": [ null ] }")]
    [InlineData("{ \"\\ud800\": 1 }")]
    [InlineData("{ \"id\": \"\\ud800\" }")]
    [InlineData("{ \"schema\": \"\\ud800\" }")]
    [InlineData("[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[")]
    [InlineData("null")]
    [InlineData("")]
    public void Every_kind_of_document_refuses_what_is_damaged(string text)
    {
        var utf8 = Encoding.UTF8.GetBytes(text);
        Assert.ThrowsAny<JsonException>(() => DocumentJson.Read(utf8));
        Assert.All(DocumentKind.All, kind => Assert.ThrowsAny<JsonException>(() => DocumentJson.Read(With(kind.Schema, text))));
        Assert.ThrowsAny<JsonException>(() => Core.Watching.WatchJson.Read(utf8));
    }

    [Fact]
    public void Every_map_and_list_is_looked_at_whatever_it_is_called()
    {
        const string History = """
            { "schema": "timerprobe.history/1", "tool": { "version": "0.1.0" }, "writtenAt": "2026-11-21T03:00:00.000Z", "from": "2026-11-20T03:00:00.000Z", "to": "2026-11-21T03:00:00.000Z",
              "subject": { "kind": "virtualMachine", "name": "DB01", "server": null, "id": null, "smbiosUuid": null, "firstSeenAt": null, "goneAt": null, "scannedAt": null },
              "machineStates": [ { "since": "2026-11-20T03:00:00.000Z", "until": null, "id": "vm-1", "name": "DB01", "placement": "home", "settings": { "hardwareVersion": "vmx-19" } } ],
              "hostStates": [], "changes": [], "measurements": [], "scans": [] }
            """;
        Assert.Equal("vmx-19", DocumentJson.Read<HistoryDocument>(History).MachineStates[0].Settings["hardwareVersion"]);
        Assert.Throws<JsonException>(() => DocumentJson.Read<HistoryDocument>(History.Replace("\"vmx-19\"", "null", StringComparison.Ordinal)));
    }

    [Fact]
    public void Thresholds_that_a_scan_leaves_out_are_the_usual_ones()
    {
        var document = DocumentJson.Read<ScanDocument>(Scan.Replace("\"findings\": []", "\"findings\": [], \"thresholds\": { \"readyPercent\": 10 }", StringComparison.Ordinal));
        Assert.Equal(FleetThresholds.Default with { ReadyPercent = 10 }, document.Thresholds);
    }

    [Fact]
    public void What_a_later_release_added_may_hold_anything() =>
        Assert.Single(DocumentJson.Read<ScanDocument>(Scan.Replace("\"findings\": []", "\"findings\": [], \"added\": [ null, { \"other\": { \"a\": null } } ]", StringComparison.Ordinal)).VCenters);

    [Theory]
    [InlineData("{}", "it names no schema")]
    [InlineData("{ \"schema\": 1 }", "it names no schema")]
    [InlineData("{ \"schema\": \"timerprobe.scan/2\" }", "its schema is timerprobe.scan/2, which this version does not know: a later one wrote it")]
    [InlineData("{ \"schema\": \"timerprobe.scan/0\" }", "its schema is timerprobe.scan/0, which this version does not know")]
    [InlineData("{ \"schema\": \"other/1\" }", "its schema is other/1, which this version does not know")]
    public void Another_kind_or_a_later_version_is_said_to_be_one(string text, string sentence)
    {
        Assert.Equal(sentence, Assert.Throws<OtherKindException>(() => DocumentJson.Read(Encoding.UTF8.GetBytes(text))).Message);
        Assert.Equal(sentence, Assert.Throws<OtherKindException>(() => DocumentJson.Read<CheckDocument>(text)).Message);
    }

    [Fact]
    public void A_document_of_another_kind_is_not_read_as_one()
    {
        Assert.Equal("it is a timerprobe.scan/1", Assert.Throws<OtherKindException>(() => DocumentJson.Read<CheckDocument>(Scan)).Message);
        Assert.Equal("it is a timerprobe.log/1", Assert.Throws<OtherKindException>(() => DocumentKind.For(LogDocument.SchemaName)).Message);
    }

    [Fact]
    public void What_is_written_is_ASCII_and_reads_back()
    {
        var document = DocumentJson.Read<ScanDocument>(Scan.Replace("DB01", "D\u00fcsseldorf \u2192 \ud83d\udd52 \u2028", StringComparison.Ordinal));
        var written = DocumentJson.Write(document);
        Assert.All(written, letter => Assert.InRange(letter, '\n', '~'));
        Assert.Equal("D\u00fcsseldorf \u2192 \ud83d\udd52 \u2028", DocumentJson.Read<ScanDocument>(written).VCenters[0].VirtualMachines[0].Name);
    }

    private static byte[] With(string schema, string text) => Encoding.UTF8.GetBytes(text.Replace("{ ", $"{{ \"schema\": \"{schema}\", ", StringComparison.Ordinal));

    private static IEnumerable<string> ListPaths(JsonNode node, string at = "") => node switch
    {
        JsonObject members =>
            members.SelectMany(member => member.Value is null ? [] : ListPaths(member.Value, at.Length == 0 ? member.Key : $"{at}.{member.Key}")),
        JsonArray items => items.SelectMany((item, index) => item is null ? [] : ListPaths(item, $"{at}.{index}")).Prepend(at),
        _ => [],
    };

    [Theory]
    [InlineData("check")]
    [InlineData("checkAfter")]
    public void A_check_within_a_document_may_name_no_schema(string member)
    {
        var changed = JsonNode.Parse(File.ReadAllText(Repository.Path("docs", "samples", "sql.json")))!;
        Assert.True(changed[member]!.AsObject().Remove("schema"));
        var read = DocumentJson.Read<SqlDocument>(changed.ToJsonString());
        Assert.Contains(CheckDocument.SchemaName, DocumentJson.Write(read), StringComparison.Ordinal);
    }
}
