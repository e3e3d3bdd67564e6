namespace TimerProbe.Reporting.Tests;

public sealed class ScanCsvTests
{
    [Fact]
    public void Each_virtual_machine_is_a_row_that_reads_back()
    {
        using var reader = Read(SampleScan.Document);
        Assert.True(reader.Read());
        Assert.Equal(
            "DB01; vc1.example.org; away; 2593905000; -77067.202; 2026-11-19T03:00:00.000Z; esx01.example.org | esx04.example.org; "
                + "hypervisor.cpuid.v0=FALSE | timeTracker.apparentHz=2400000000; 1180.2; 12.5; ; critical; TP201 | TP203",
            string.Join("; ", ((string[])["virtualMachine", "server", "placement", "homeHz", "differencePpm", "movedAt", "boundTo", "otherSettings", "guestPreciseTimeNs",
                "readyPercent", "limitedPercent", "severity", "rules"]).Select(column => reader[column])));
        Assert.Equal(SampleScan.Document.VCenters.Sum(vcenter => vcenter.VirtualMachines.Count), 1 + Rest(reader));
    }

    [Fact]
    public void A_machine_of_another_vCenter_with_the_same_id_has_none_of_its_findings()
    {
        using var reader = Read(SampleScan.Document);
        while (reader.Read() && reader["server"] != SampleScan.Second)
        {
        }

        Assert.Equal(("vm-101", "", ""), (reader["virtualMachineId"], reader["severity"], reader["rules"]));
    }

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void A_name_is_one_cell_and_never_a_formula(string name)
    {
        using var reader = Read(SampleScan.Named(name));
        Assert.True(reader.Read());
        var cell = reader["virtualMachine"]!;
        Assert.Equal(name, cell.TrimStart('\''));
        Assert.DoesNotContain(cell[0], "=+-@\t\r\n\uFF1D");
        Assert.Equal("vm-101", reader["virtualMachineId"]);
        Assert.Equal("poweredOn", reader["powerState"]);
        Assert.Equal(SampleScan.Document.VCenters.Sum(vcenter => vcenter.VirtualMachines.Count), 1 + Rest(reader));
    }

    private static CsvReader Read(ScanDocument document)
    {
        var reader = new CsvReader(new StringReader(Written.Of(ScanCsv.Write, document)), CultureInfo.InvariantCulture);
        Assert.True(reader.Read() && reader.ReadHeader());
        return reader;
    }

    private static int Rest(CsvReader reader)
    {
        var rows = 0;
        while (reader.Read())
        {
            rows++;
        }

        return rows;
    }
}
