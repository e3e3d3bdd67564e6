using System.Text.Json;
using TimerProbe.Core.Documents;

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

    [Fact]
    public void Members_that_a_scan_leaves_out_are_empty_or_unknown()
    {
        var document = DocumentJson.ReadScan(Scan);
        var vcenter = Assert.Single(document.VCenters);
        Assert.Empty(vcenter.Problems);
        Assert.True(vcenter.CertificateVerified);
        Assert.Empty(Assert.Single(vcenter.Hosts).KernelOptions);
        Assert.Empty(Assert.Single(vcenter.Clusters).FrequencyClasses);
        var machine = Assert.Single(vcenter.VirtualMachines);
        Assert.Empty(machine.HarmlessHosts);
        Assert.Empty(machine.Settings.Other);
        Assert.Empty(document.Scope.Names);
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
        Assert.Throws<JsonException>(() => DocumentJson.ReadScan(Scan.Replace(good, bad, StringComparison.Ordinal)));
    }
}
