namespace TimerProbe.Core.Tests.Logs;

/// <summary>Thirty logs that their owners have made public, reduced to the lines about clocks and processors, with what each says.</summary>
public sealed class PublicLogTests
{
    private static readonly string Folder = Path.Combine(Repository.Root, "tests/TimerProbe.Core.Tests/Logs/Public");

    public static TheoryData<string> Logs => [.. Expected().Select(item => item.GetProperty("file").GetString()!)];

    [Theory]
    [MemberData(nameof(Logs))]
    public void It_is_read_as_the_hypervisor_meant_it(string file)
    {
        var expected = Expected().Single(item => item.GetProperty("file").GetString() == file);
        using var text = new StreamReader(Path.Combine(Folder, file));
        var log = VmLogReader.Read(text, file, Cancel)!;
        Assert.Equal(Hertz("hostHz"), log.HostHz);
        Assert.Equal(Hertz("guestHz"), log.GuestHz);
        Assert.Equal(expected.GetProperty("conversions").GetInt32(), log.Rates.Count);
        Assert.Equal((Text("product"), Text("version"), Text("build")), (log.Product, log.Version, log.Build));
        Assert.Equal(Text("processor"), log.CpuModel);
        Assert.Equal(Text("cpuid"), FormattableString.Invariant($"{log.CpuFamily:X2}_{log.CpuModelNumber:X2}"));
        Assert.Equal((Text("scaling"), Text("offsetting")), (Name(log.Scaling), Name(log.Offsetting)));
        Assert.Equal(Text("canScale"), log.CpuVendor == "AuthenticAMD" ? null : log.CanScale switch { true => "{0,1}", false => "{ 0 }", null => null });
        Assert.Equal(Text("scaling") is { } scaling ? scaling == "enabled" : log.CanScale, log.HostScales);

        string? Text(string member) => expected.GetProperty(member).GetString();

        Frequency? Hertz(string member) => new(expected.GetProperty(member).GetInt64());
    }

    [Theory]
    [InlineData("player-16.2.4-19_50.log", true, false, "TSC scaling enabled.")]
    [InlineData("workstation-17.6.0-17_18.log", true, false, "TSC scaling is not supported on AMD when TSCs have been adjusted by the host.")]
    [InlineData("workstation-17.6.3-19_50.log", null, true, "Disabling TSC scaling since host does not support it.")]
    public void What_AMD_offers_and_what_the_hypervisor_makes_of_it_are_two_things(string file, bool? canScale, bool isNested, string line)
    {
        using var text = new StreamReader(Path.Combine(Folder, file));
        var log = VmLogReader.Read(text, file, Cancel)!;
        Assert.Equal((canScale, isNested, line), (log.CanScale, log.UnderHypervisor, log.ScalingLine));
        Assert.Equal(line.Contains("adjusted", StringComparison.Ordinal), log.IsTscAdjusted);
    }

    private static string? Name(TscFeature? feature) => feature?.ToString().ToLowerInvariant();

    private static IReadOnlyList<JsonElement> Expected() =>
        [.. JsonDocument.Parse(File.ReadAllText(Path.Combine(Folder, "expected.json"))).RootElement.EnumerateArray()];
}
