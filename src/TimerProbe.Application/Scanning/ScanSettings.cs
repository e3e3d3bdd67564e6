namespace TimerProbe.Application.Scanning;

/// <summary>A server to read.</summary>
public sealed record ScanTarget(VCenterSettings VCenter, Login Credential, VSphereOptions Options)
{
    public VSphereServer Server => VCenter.Server;

    /// <summary>A vCenter as it is read where nobody can be asked.</summary>
    /// <exception cref="UseCaseException">There is no login for it, or a certificate makes no sense.</exception>
    public static ScanTarget Create(VCenterSettings vcenter, CancellationToken cancel)
    {
        try
        {
            var options = vcenter.Options(cancel);
            return new ScanTarget(vcenter, vcenter.Login.Find(LoginTarget.VCenterVariable, cancel), options);
        }
        catch (VSphereException wrong) when (wrong.Kind == VSphereErrorKind.Configuration)
        {
            throw new UseCaseException(Failure.Usage, wrong.Message, wrong);
        }
    }
}

/// <summary>What <c>scan</c> was asked to read.</summary>
public sealed record ScanSettings
{
    // Hundreds of times what 10,000 machines of the lab take; a server that never comes to an end must not hold the next scan up.
    private static readonly TimeSpan DefaultTimeLimit = TimeSpan.FromMinutes(10);

    public required IReadOnlyList<ScanTarget> Targets { get; init; }

    public FileConfiguration Configuration { get; init; } = new();

    public FrequencyRules Frequencies => new(Configuration.TolerancePpm ?? FrequencyRules.DefaultTolerance);

    public TimeSpan TimeLimit => Configuration.TimeLimit ?? DefaultTimeLimit;

    public bool Statistics => Configuration.Statistics != false;

    public bool GuestResultsOfOthers { get; init; }

    public string Command { get; init; } = "timerprobe scan";

    /// <summary>Pseudonyms for the document; null for the real names.</summary>
    public Pseudonyms? Pseudonyms { get; init; }
}
