namespace TimerProbe.Application.Scanning;

/// <summary>Reads one target, from login to logout. What goes wrong with it is a problem of its own, not of the other targets.</summary>
internal sealed class VCenterScan(
    ScanTarget target, ScanSettings settings, CertificateConsent consent, UseCaseContext context) : IAsyncDisposable
{
    private VSphereSession? _session;

    public string Server { get; } = target.Server.ToString();

    public async Task<InventoryReading> ReadAsync(CancellationToken deadline, CancellationToken cancellationToken)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(deadline, cancellationToken);
        if (target.Options.Trust.AcceptsAnything)
        {
            context.Dialog.Warn($"the certificate of {target.Server} is not verified: anyone in between can read the password");
        }

        try
        {
            context.Dialog.Progress($"logging in to {target.Server}");
            var start = context.Time.GetTimestamp();
            _session = await ConnectAsync(either.Token);
            var login = new ScanStep(
                Server, "login", Math.Round(context.Time.GetElapsedTime(start).TotalMilliseconds, 1), _session.Total.Requests);
            var options = new InventoryOptions
            {
                Scope = target.VCenter.Filters ?? settings.Configuration.Filters,
                Performance = settings.Configuration.Performance,
                AllSettings = settings.Configuration.AllSettings,
                Deadline = deadline
            };
            var reading = await new InventoryReader(_session, options, new ScanProgress(Server, context)).ReadAsync(cancellationToken);
            return reading with { VCenter = reading.VCenter with { Scope = target.VCenter.Filters }, Steps = [login, .. reading.Steps] };
        }
        catch (VSphereException ex)
        {
            return Failed(ex.Problem);
        }
        catch (OperationCanceledException) when (deadline.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            return Failed(Problem.Create(ProblemCode.TimeLimit, $"{Server} was not read within the time limit", ProblemSubject.Server(Server)));
        }
    }

    public async Task<(VCenterFacts VCenter, IReadOnlyList<VmLog> Logs, IReadOnlyList<ScanStep> Steps)> AddStatisticsAsync(
        VCenterFacts vcenter, InventoryReading reading, CancellationToken deadline, CancellationToken cancellationToken)
    {
        IReadOnlyList<HostFacts> hosts = [.. vcenter.Hosts, .. reading.HostsElsewhere];
        var placement = new StatisticsPlacement(settings.Frequencies, hosts);
        if (_session is not { } session)
        {
            return (vcenter, [], []);
        }

        var statistics = new StatisticsReading(session, settings.Frequencies, hosts, deadline, new ScanProgress(Server, context));
        var open = StatisticsPlacement.Open(vcenter).ToLookup(machine => StatisticsPlacement.PoweredOn(machine) is not null);
        vcenter = placement.Fill(vcenter, await statistics.ReadHomesAsync([.. open[true]], cancellationToken));
        var unknownStart = await statistics.ReadStretchesAsync([.. open[false]], cancellationToken);
        vcenter = placement.Fill(vcenter, open[false].ToDictionary(
            machine => machine.Id,
            machine => StatisticsPlacement.OfStretches(machine, unknownStart.GetValueOrDefault(machine.Id) ?? [])));
        var judged = ScalingJudge.Apply(vcenter, settings.Frequencies, settings.Configuration.Thresholds.SlowMachinesOfHost);
        var affected = StatisticsPlacement.Affected(judged).ToLookup(machine => machine.Id);
        var unread = affected.Where(machine => !unknownStart.ContainsKey(machine.Key)).Select(machine => machine.First());
        var stretches = await statistics.ReadStretchesAsync([.. unread], cancellationToken);
        vcenter = vcenter with
        {
            VirtualMachines = [
                .. vcenter.VirtualMachines.Select(machine => affected.Contains(machine.Id)
                    && (stretches.GetValueOrDefault(machine.Id) ?? unknownStart.GetValueOrDefault(machine.Id)) is { } its
                        ? machine with { Stretches = its }
                        : machine)
            ],
        };
        foreach (var problem in statistics.Problems)
        {
            context.Dialog.ReportProblem($"{Server}: {problem.Text}");
        }

        if (statistics.Problems.Count > 0)
        {
            vcenter = vcenter.With([.. vcenter.ProblemDetails, .. statistics.Problems]) with { Status = ReadStatus.Partial };
        }

        return (vcenter, [], statistics.Steps);
    }

    public async Task<(VCenterFacts VCenter, IReadOnlyList<VmLog> Logs, IReadOnlyList<ScanStep> Steps)> ReadLogsAsync(
        VCenterFacts vcenter, CancellationToken deadline, CancellationToken cancellationToken)
    {
        var (questions, maxFiles) = OpenClassLogs.Of(vcenter);
        if (_session is not { } session || questions.Count == 0)
        {
            return (vcenter, [], []);
        }

        var machines = vcenter.VirtualMachines.DistinctBy(machine => machine.Id).ToDictionary(machine => machine.Id);
        var hosts = new LoggedHosts(vcenter.Hosts, settings.Frequencies);
        var reading = new MachineLogReading(session, deadline, new ScanProgress(Server, context));
        var logs = await reading.ReadAsync(
            questions, maxFiles, (id, log) => hosts.GetScaling(machines[id], log) is not null, cancellationToken);
        foreach (var problem in reading.Problems)
        {
            context.Dialog.ReportProblem($"{Server}: {problem.Text}");
        }

        vcenter = reading.Problems.Count == 0
            ? vcenter
            : vcenter.With([.. vcenter.ProblemDetails, .. reading.Problems]) with { Status = ReadStatus.Partial };
        var owned = logs.Select(item => item.Value with { Uuid = machines[item.Key].Uuid, Name = machines[item.Key].Name });
        return (vcenter, [.. owned], reading.Steps);
    }

    public async Task<(VCenterFacts VCenter, IReadOnlyList<VmLog> Logs, IReadOnlyList<ScanStep> Steps)> AddOtherClustersAsync(
        VCenterFacts vcenter, CancellationToken deadline, CancellationToken cancellationToken)
    {
        var hosts = vcenter.VirtualMachines
            .Select(machine =>
                (machine.Id, Hosts: OtherClusters.HostsFor(machine, vcenter, settings.Frequencies).Select(host => host.Id).ToList()))
            .Where(item => item.Hosts.Count > 0)
            .ToList();
        if (_session is not { } session || hosts.Count == 0)
        {
            return (vcenter, [], []);
        }

        var reading = new AttachmentReading(session, deadline);
        var attached = await reading.ReadAsync(
            [.. hosts.Select(item => item.Id)], [.. hosts.SelectMany(item => item.Hosts).Distinct()], cancellationToken);
        return (OtherClusters.Fill(vcenter, settings.Frequencies, attached), [], reading.Steps);
    }

    public ValueTask DisposeAsync() => _session?.DisposeAsync() ?? ValueTask.CompletedTask;

    private async Task<VSphereSession> ConnectAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await VSphereSession.ConnectAsync(target.Server, target.Credential, target.Options, cancellationToken);
        }
        catch (VSphereException ex) when (ex.Certificate is not null && target.Options.Trust == ServerTrust.System)
        {
            if (!await consent.IsGivenAsync(target.Server, ex.Certificate, cancellationToken))
            {
                throw;
            }

            var pinned = ServerTrust.Pinned(ex.Certificate.Thumbprint);
            return await VSphereSession.ConnectAsync(
                target.Server, target.Credential, target.Options with { Trust = pinned }, cancellationToken);
        }
    }

    private InventoryReading Failed(Problem problem) => new()
    {
        VCenter = new VCenterFacts
        {
            Server = Server,
            Status = ReadStatus.Failed,
            CertificateVerified = !target.Options.Trust.AcceptsAnything,
            Scope = target.VCenter.Filters,
        }.With([problem]),
    };
}

/// <summary>Says how far the reading of a server has come, once a second at most.</summary>
internal sealed class ScanProgress(string server, UseCaseContext context) : IProgress<(string Step, int Count)>
{
    private readonly Lock _lock = new();
    private long _said = context.Time.GetTimestamp();

    public void Report((string Step, int Count) value)
    {
        lock (_lock)
        {
            if (context.Time.GetElapsedTime(_said) < TimeSpan.FromSeconds(1))
            {
                return;
            }

            _said = context.Time.GetTimestamp();
        }

        context.Dialog.Progress($"{server}: {value.Count:N0} {Words(value.Step)} read");
    }

    private static string Words(string step) => step == "virtualMachines" ? "virtual machines" : step;
}
