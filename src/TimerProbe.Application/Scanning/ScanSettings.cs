namespace TimerProbe.Application.Scanning;

public sealed record ScanTarget(VCenterSettings VCenter, Login Credential, VSphereOptions Options)
{
    public VSphereServer Server => VCenter.Server;

    /// <summary>A vCenter as it is read where nobody can be asked.</summary>
    /// <exception cref="UseCaseException">There is no login for it, or a certificate makes no sense.</exception>
    public static ScanTarget Create(VCenterSettings vcenter, CancellationToken cancellationToken)
    {
        try
        {
            var options = vcenter.Options(cancellationToken);
            return new ScanTarget(vcenter, vcenter.Login.Find(LoginTarget.VCenterVariable, cancellationToken), options);
        }
        catch (VSphereException ex) when (ex.Kind == VSphereErrorKind.Configuration)
        {
            throw new UseCaseException(ExitCode.Usage, ex.Message, ex);
        }
    }
}

public sealed record ScanSettings
{
    // Hundreds of times what 10,000 machines of the lab take; a server that never comes to an end must not hold the next scan up.
    private static readonly TimeSpan DefaultTimeLimit = TimeSpan.FromMinutes(10);

    public required IReadOnlyList<ScanTarget> Targets { get; init; }

    /// <summary>What is read of them and how it is judged; what a command line says of that is in it.</summary>
    public FileConfiguration Configuration { get; init; } = new();

    /// <summary>When two frequencies count as one.</summary>
    public FrequencyRules Frequencies => new(Configuration.TolerancePpm ?? FrequencyRules.DefaultTolerance);

    /// <summary>How long the whole run may take: what was read until then is reported.</summary>
    public TimeSpan TimeLimit => Configuration.TimeLimit ?? DefaultTimeLimit;

    /// <summary>Whether CPU statistics are asked for homes no other source has, and for since when machines are away or slow.</summary>
    public bool Statistics => Configuration.Statistics != false;

    /// <summary>Whether results may be of vCenters that others read: that one matches no machine is then not reported.</summary>
    public bool GuestResultsOfOthers { get; init; }

    /// <summary>What other scans read about this one, while it has claimed servers in a store; without secrets.</summary>
    public string Command { get; init; } = "timerprobe scan";

    /// <summary>Pseudonyms for the document; null for the real names.</summary>
    public Pseudonyms? Pseudonyms { get; init; }
}
