namespace TimerProbe.Reporting.Tests;

public sealed class ScanCsvTests
{
    [Fact]
    public void Each_virtual_machine_is_a_row_that_reads_back()
    {
        using var reader = Read(SampleScan.Document);
        Assert.True(reader.Read());
        Assert.Equal("DB01", reader["virtualMachine"]);
        Assert.Equal("vc1.example.org", reader["server"]);
        Assert.Equal("away", reader["placement"]);
        Assert.Equal("2593905000", reader["homeHz"]);
        Assert.Equal("2026-11-19T03:00:00.000Z", reader["movedAt"]);
        Assert.Equal("esx01.example.org | esx04.example.org", reader["boundTo"]);
        Assert.Equal("hypervisor.cpuid.v0=FALSE | timeTracker.apparentHz=2400000000", reader["otherSettings"]);
        Assert.Equal("1180.2", reader["guestPreciseTimeNs"]);
        Assert.Equal("12.5", reader["readyPercent"]);
        Assert.Equal("", reader["limitedPercent"]);
        Assert.Equal("critical", reader["severity"]);
        Assert.Equal("TP201 | TP203", reader["rules"]);
        Assert.Equal(SampleScan.Document.VCenters.Sum(vcenter => vcenter.VirtualMachines.Count), 1 + Rest(reader));
    }

    [Fact]
    public void A_machine_of_another_vCenter_with_the_same_id_has_none_of_its_findings()
    {
        using var reader = Read(SampleScan.Document);
        while (reader.Read() && reader["server"] != SampleScan.Second)
        {
        }

        Assert.Equal("vm-101", reader["virtualMachineId"]);
        Assert.Equal("", reader["severity"]);
        Assert.Equal("", reader["rules"]);
    }

    [Fact]
    public void A_negative_figure_stays_a_figure()
    {
        using var reader = Read(SampleScan.Document);
        Assert.True(reader.Read());
        Assert.Equal("-77067.202", reader["differencePpm"]);
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
