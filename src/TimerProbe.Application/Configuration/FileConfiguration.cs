namespace TimerProbe.Application.Configuration;

/// <summary>
/// The configuration file of timerprobe. Comments and trailing commas are allowed; a name that is not known is an error. No
/// secret is in it, only where each is kept. Relative paths start from the folder of this file.
/// </summary>
/// <remarks>What a file leaves out is null, false or empty. Paths that were read are absolute.</remarks>
public sealed record FileConfiguration : ISection
{
    /// <summary>The file, as it was named; empty for none.</summary>
    [JsonIgnore]
    public string File { get; init; } = "";

    /// <summary>The SHA-256 of the file's bytes as they were read, in hexadecimal digits; empty for no file.</summary>
    [JsonIgnore]
    public string Hash { get; init; } = "";

    /// <summary>Where this schema is, for editors.</summary>
    [JsonPropertyName("$schema")]
    public string? Schema { get; init; }

    /// <summary>The vCenters to read.</summary>
    [JsonPropertyName("vcenters")]
    public IReadOnlyList<VCenterSettings> VCenters { get; init => field = value ?? []; } = [];

    /// <summary>What is read of each vCenter that has no filters of its own.</summary>
    public ScanScope Filters { get; init => field = value ?? new(); } = new();

    /// <summary>How far two frequencies may differ and still count as one; 250 by default.</summary>
    [Range(0.0, 10_000, MinimumIsExclusive = true)]
    public PartsPerMillion? TolerancePpm { get; init; }

    /// <summary>From where on something is worth a finding.</summary>
    public FleetThresholds Thresholds { get; init => field = value ?? FleetThresholds.Default; } = FleetThresholds.Default;

    /// <summary>Read CPU ready, co-stop, usage and limits as well.</summary>
    public bool Performance { get; init; }

    /// <summary>
    /// Ask vCenters' CPU statistics for homes that no other source has, and for since when machines are away or slow; true by default.
    /// </summary>
    public bool? Statistics { get; init; }

    /// <summary>
    /// Read all settings of more than 100 virtual machines too, 20 kB each, and not only those that are known to touch the clock.
    /// </summary>
    public bool AllSettings { get; init; }

    /// <summary>After which age a result that a guest published is stale, such as 12h or 4w; 7d by default.</summary>
    [Text(TextForm.Age)]
    public TimeSpan? PublishedMaxAge { get; init; }

    /// <summary>The folder with the check documents of guests, to be joined to their virtual machines.</summary>
    [Text(TextForm.FilePath)]
    public string? GuestResults { get; init; }

    /// <summary>
    /// The folder with the logs of virtual machines, vmware.log: they have the frequency of their power-on, and whether their hosts
    /// scale the TSC.
    /// </summary>
    [Text(TextForm.FilePath)]
    public string? VmLogs { get; init; }

    /// <summary>
    /// Fetch a vmware.log from its datastore where it decides whether hosts scale the TSC; needs Datastore.Browse and
    /// Datastore.FileManagement.
    /// </summary>
    public bool ReadLogs { get; init; }

    /// <summary>How long a whole run may take, such as 10m; what was read until then is reported.</summary>
    [Text(TextForm.Duration)]
    public TimeSpan? TimeLimit { get; init; }

    /// <summary>Replace names, addresses and UUIDs by pseudonyms.</summary>
    public bool Anonymize { get; init; }

    /// <summary>End with exit code 10 when a finding is of this severity or higher; critical by default.</summary>
    [AllowedValues("info", "warning", "critical", "never")]
    public string? FailOn { get; init; }

    /// <summary>Which rules are asked.</summary>
    public RuleSettings? Rules { get; init; }

    /// <summary>Findings that are known and accepted for a time.</summary>
    public IReadOnlyList<MuteSettings> Mutes { get; init => field = value ?? []; } = [];

    /// <summary>In which forms a scan leaves the program, and where to.</summary>
    public IReadOnlyList<ConfiguredOutput> Outputs { get; init => field = value ?? []; } = [];

    /// <summary>Where runs are saved.</summary>
    public StoreSettings? Store { get; init; }

    /// <summary>Who is alerted to changes.</summary>
    public AlertSettings? Alerts { get; init; }

    /// <summary>Where check, scan, sql and watch submit what they find.</summary>
    public SubmitSettings? Submit { get; init; }

    /// <summary>How timerprobe-server works; the other commands take no notice of it.</summary>
    public ServerSettings? Server { get; init; }

    /// <summary>Which rules and findings are muted.</summary>
    [JsonIgnore]
    public MuteList Muting => new() { RulesOff = [.. (Rules?.Off ?? []).Distinct()], Mutes = [.. Mutes.Select(mute => mute.ToMute())] };

    /// <summary>Where each secret that the file names is kept.</summary>
    [JsonIgnore]
    public IEnumerable<SecretReference> Secrets =>
        new[] { Store?.Password, Submit?.Token, Alerts?.Mail?.Password, Server?.OpenId?.ClientSecret }
            .Concat(VCenters.Select(vcenter => vcenter.Password))
            .Concat(Alerts?.Webhooks.Select(webhook => webhook.Secret) ?? [])
            .OfType<SecretReference>();

    /// <summary>The environment variables among them.</summary>
    [JsonIgnore]
    public IReadOnlyList<string> SecretVariables =>
        [.. Secrets.Where(secret => secret.Kind == SecretKind.Environment).Select(secret => secret.Name)];

    IEnumerable<(string Path, string Message)> ISection.Validate()
    {
        foreach (var (i, vcenter) in VCenters.Index()
            .Where(item => VCenters.Take(item.Index).Any(earlier => earlier.Server == item.Item.Server)))
        {
            yield return ($"vcenters[{i}].server", $"{vcenter.Server} is listed twice");
        }

        foreach (var (i, output) in Outputs.Index())
        {
            if (Outputs.Take(i).Any(earlier => ConfiguredOutput.IsSameFile(earlier.File, output.File)))
            {
                yield return (
                    $"outputs[{i}]",
                    output.File is null ? "two outputs go to standard output: give all but one a file" : "two outputs go to one file");
            }

            if (output.MetricsDetail && output.Format != OutputFormat.OpenMetrics)
            {
                yield return ($"outputs[{i}].metricsDetail", "only openmetrics has details");
            }

            if (output.File is { } file
                && Taken().FirstOrDefault(taken => ConfiguredOutput.IsSameFile(taken.File, file)) is { What: { } what })
            {
                yield return ($"outputs[{i}].file", $"this output would replace {what}");
            }
        }
    }

    private IEnumerable<(string What, string File)> Taken() =>
    [
        ("this configuration", File),
        .. Store is { } store ? [("the store", store.Target)] : Array.Empty<(string, string)>(),
        .. Secrets.Where(secret => secret.Kind == SecretKind.File).Select(secret => ("the file of a secret", secret.Name)),
        .. VCenters.Select(vcenter => vcenter.CaFile).OfType<string>().Select(file => ("a caFile", file)),
    ];
}

/// <summary>Findings that are known and accepted for a time.</summary>
public sealed record MuteSettings
{
    /// <summary>The rule whose findings are muted.</summary>
    [Text(TextForm.RuleId)]
    public required string Rule { get; init; }

    /// <summary>
    /// The name of the virtual machine, host or cluster they are about, <c>*</c> and <c>?</c> as wildcards; anything by default.
    /// </summary>
    public string? Subject { get; init; }

    /// <summary>Why they are accepted; reports show it.</summary>
    public required string Reason { get; init; }

    /// <summary>The last day, in UTC, on which they are muted, such as 2027-01-31.</summary>
    [Text(TextForm.LastDay)]
    public required DateOnly Expires { get; init; }

    internal Mute ToMute() => new(Rule, Subject, Reason, Expires);
}

/// <summary>Which rules are asked.</summary>
public sealed record RuleSettings
{
    /// <summary>Rules that are off: no report has their findings.</summary>
    [Text(TextForm.RuleId)]
    public IReadOnlyList<string> Off { get; init => field = value ?? []; } = [];
}

/// <summary>A form in which a scan leaves the program.</summary>
public sealed record ConfiguredOutput
{
    /// <summary>The form.</summary>
    [AllowedValues(
        OutputFormat.Text, OutputFormat.Json, OutputFormat.Csv, OutputFormat.Html, OutputFormat.Markdown, OutputFormat.OpenMetrics,
        OutputFormat.Xlsx)]
    public required string Format { get; init; }

    /// <summary>The file to write, whole or not at all; standard output by default.</summary>
    [Text(TextForm.FilePath)]
    public string? File { get; init; }

    /// <summary>Of openmetrics: write series for each machine away from home too.</summary>
    public bool MetricsDetail { get; init; }

    public static bool IsSameFile(string? one, string? other) =>
        one is null || other is null ? one == other : ResolvedPath.IsSame(one, other);
}
