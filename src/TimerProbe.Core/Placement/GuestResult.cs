namespace TimerProbe.Core.Placement;

/// <summary>What a guest measured, by its own name and SMBIOS UUID, in either byte order or null when it is not known.</summary>
public sealed record GuestResult(string Name, string? SmbiosUuid, JoinedGuest Measured)
{
    public DateTimeOffset MeasuredAt => Measured.MeasuredAt!.Value;

    internal bool IsStored => Measured.Source == GuestSource.Store;

    public static GuestResult From(IGuestCheck document)
    {
        var measured = new JoinedGuest(document.Id, document.Verdict.State, document.Verdict.Cause, "")
        {
            MeasuredAt = document.StartedAt,
            PreciseTimeNs = document.Clocks.FirstOrDefault(clock => clock.Source == ClockSource.PreciseTime)?.CallNs?.Median,
            VirtualTscHz = document.Machine.Hypervisor.VirtualTscHz,
            Source = GuestSource.File,
        };
        return new(document.Machine.Name, document.Machine.SmbiosUuid, measured);
    }

    /// <summary>What a line says that clock-probe.ps1 printed: a published result, and the machine that it is of.</summary>
    public static (GuestResult? Result, Problem? Why) FromProbe(string line)
    {
        var (check, why) = PublishedCheckJson.Read(line);
        if (check is null)
        {
            return (null, why);
        }

        using var json = JsonDocument.Parse(line);
        return json.RootElement.TryGetProperty("machine", out var machine) && machine.ValueKind == JsonValueKind.Object && Text("name") is { } name
            ? (new(name, Text("uuid"), ResultChoice.GetResult(check, "", GuestSource.File)), null)
            : (null, Problem.Create(ProblemCode.ResultRefused, $"it names no machine"));

        string? Text(string member) =>
            machine.TryGetProperty(member, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;
    }
}
