namespace TimerProbe.VSphere.Inventory;

/// <summary>
/// Asks a vCenter's statistics at which frequency machines were powered on, and at which they ran since. What cannot be read is
/// a problem of the reading and not its end; what was read until then is kept. Without a machine to ask for no request is sent.
/// </summary>
public sealed class StatisticsReading(
    VSphereSession session,
    FrequencyRules rules,
    IEnumerable<HostFacts> hosts,
    CancellationToken deadline,
    IProgress<(string Step, int Count)>? progress = null)
{
    public const int MaxStretched = 500;

    private const string StepName = "statistics";

    private readonly InventoryProblems _problems = new(session.Named);
    private readonly StepLog _steps = new(session, progress);
    private readonly StatisticsFrequency _frequency = new(rules, hosts);
    private readonly StatisticsOutages _outages = new();
    private readonly TurboRates _turbo = new();
    private StatisticsCut _cut = new();
    private StatisticsReader? _kept;
    private bool _isOpen;

    public IReadOnlyList<Problem> Problems => _problems.All;

    public IReadOnlyList<ScanStep> Steps => _steps.Steps;

    /// <summary>
    /// Reads what statistics show of the frequency that machines whose home is open were powered on at. One without its processors is not
    /// asked for, nor one without the time of its power-on.
    /// </summary>
    /// <exception cref="OperationCanceledException">It was cancelled, and not by the deadline.</exception>
    public async Task<IReadOnlyDictionary<string, StatisticsHome>> ReadHomesAsync(
        IReadOnlyList<VirtualMachineFacts> machines, CancellationToken cancellationToken)
    {
        var homes = new Dictionary<string, StatisticsHome>();
        var began = new HashSet<string>();
        var processors = GetProcessors(machines);
        var poweredOn = machines.Where(machine => StatisticsPlacement.PoweredOn(machine) is not null && processors.ContainsKey(machine.Id))
            .DistinctBy(machine => machine.Id)
            .ToDictionary(machine => machine.Id, machine => StatisticsPlacement.PoweredOn(machine)!.Value);
        var clusters = machines.Where(machine => machine.ClusterId is not null)
            .DistinctBy(machine => machine.Id)
            .ToDictionary(machine => machine.Id, machine => machine.ClusterId);
        await RunAsync(poweredOn.Count, GetNames(machines), async (reader, step, token) =>
        {
            foreach (var period in reader.Periods)
            {
                // What a period's answers say of the server is believed once all are in: they come in any order, which may decide nothing.
                var (cut, open) = (_cut, new Dictionary<string, IReadOnlyList<CpuSample>>());
                var asked = poweredOn.Where(machine => homes.GetValueOrDefault(machine.Key)?.Evidence is null);
                await reader.ReadHomesAsync(period, asked, (id, samples) =>
                {
                    step.Advance();
                    Learn(id, samples, poweredOn[id]);
                    if (!Settles(id, samples, cut, outages: null) && samples.Count > 0)
                    {
                        open[id] = samples;
                    }
                }, token);
                foreach (var (id, samples) in open)
                {
                    Settles(id, samples, _cut, _outages);
                }

                await SettleTurboAsync(reader, period, open, token);
            }

            await FindArrivalsAsync(reader, token);
        }, cancellationToken);
        foreach (var id in Problems.Count == 0 ? machines.Select(machine => machine.Id) : [])
        {
            var gap = processors.ContainsKey(id) ? StatisticsGap.NoSamples : StatisticsGap.Unknown;
            homes.TryAdd(id, new StatisticsHome(Evidence: null, Until: null, gap));
        }

        return homes;

        // Where others have samples of a machine's power-on, and it has some of now only, it was not here then. Of one powered on before
        // the oldest sample, those of the time of that sample say so too.
        async Task FindArrivalsAsync(StatisticsReader reader, CancellationToken token)
        {
            foreach (var period in reader.Periods.TakeLast(1))
            {
                var (length, oldest) = (TimeSpan.FromSeconds(period.Seconds), reader.GetOldest(period));
                var older = poweredOn.Where(machine => machine.Value < oldest).ToDictionary(item => item.Key, _ => oldest);
                await reader.ReadHomesAsync(period, older, (id, samples) => Learn(id, samples, oldest), token);
                var without = poweredOn
                    .Select(machine => KeyValuePair.Create(machine.Key, older.GetValueOrDefault(machine.Key, machine.Value)))
                    .Where(machine => !began.Contains(machine.Key) && _outages.Has(length, machine.Value, machine.Value + (3 * length)))
                    .ToDictionary();
                await reader.ReadLatestAsync(period, without, (id, samples) =>
                {
                    if (samples.Count > 0)
                    {
                        homes[id] = new StatisticsHome(Evidence: null, Until: null, StatisticsGap.Arrived);
                    }
                }, token);
            }
        }

        void Learn(string id, IReadOnlyList<CpuSample> samples, DateTimeOffset since)
        {
            _outages.Learn(samples);
            if (samples.Any(sample => sample.From - since <= 3 * sample.Period))
            {
                began.Add(id);
            }
        }

        // What turbo may have made is compared with what the machine's samples are on its present host, whose frequency is known.
        async Task SettleTurboAsync(
            StatisticsReader reader, StatisticsPeriod period, Dictionary<string, IReadOnlyList<CpuSample>> open, CancellationToken token)
        {
            var onHost = machines.Where(machine =>
                    machine.HostHz is not null && StatisticsPlacement.OnHostSince(machine) is not null && open.ContainsKey(machine.Id)
                    && homes.GetValueOrDefault(machine.Id) is { Gap: StatisticsGap.Turbo })
                .DistinctBy(machine => machine.Id)
                .ToDictionary(machine => machine.Id);
            var since = onHost.ToDictionary(item => item.Key, item => StatisticsPlacement.OnHostSince(item.Value)!.Value);
            var latest = new Dictionary<string, IReadOnlyList<CpuSample>>();
            await reader.ReadLatestAsync(period, since, (id, samples) => latest[id] = samples, token);
            foreach (var (id, samples) in latest)
            {
                _turbo.Learn(samples, processors[id], onHost[id].HostHz!.Value);
            }

            foreach (var (id, samples) in latest)
            {
                Settles(id, open[id], _cut, _outages, _frequency.GetTurbo(samples, processors[id], onHost[id].HostHz!.Value, _cut));
            }
        }

        bool Settles(
            string id,
            IReadOnlyList<CpuSample> samples,
            StatisticsCut cut,
            StatisticsOutages? outages,
            TurboUse turbo = TurboUse.Possible)
        {
            var home = _frequency.GetHome(samples, processors[id], poweredOn[id], cut, clusters.GetValueOrDefault(id), outages, turbo,
                turbo == TurboUse.Shown ? _turbo : null);
            _cut = _cut.Learn(home);
            if (home.Evidence is not null || turbo == TurboUse.None
                || homes.GetValueOrDefault(id) is null or { Gap: StatisticsGap.NoSamples })
            {
                homes[id] = home;
            }

            return home.Evidence is not null;
        }
    }

    /// <summary>Reads at which frequencies the first <see cref="MaxStretched"/> machines ran, as far back as statistics are kept.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled, and not by the deadline.</exception>
    public async Task<IReadOnlyDictionary<string, IReadOnlyList<FrequencyStretch>>> ReadStretchesAsync(
        IReadOnlyList<VirtualMachineFacts> machines, CancellationToken cancellationToken)
    {
        var read = new Dictionary<string, IReadOnlyList<FrequencyStretch>>();
        var processors = GetProcessors(machines);
        await RunAsync(processors.Count, GetNames(machines), (reader, step, token) =>
            reader.ReadAllAsync(processors.Keys.Take(MaxStretched), (id, samples) =>
        {
            step.Advance();
            if (_frequency.GetStretches(samples, processors[id], _cut) is { Count: > 0 } stretches)
            {
                read[id] = stretches;
            }
        }, token), cancellationToken);
        return read;
    }

    private static Dictionary<string, string> GetNames(IReadOnlyList<VirtualMachineFacts> machines) =>
        machines.DistinctBy(machine => machine.Id).ToDictionary(machine => machine.Id, machine => machine.Name);

    private static Dictionary<string, int> GetProcessors(IReadOnlyList<VirtualMachineFacts> machines) =>
        machines.Where(machine => machine.ProcessorCount > 0)
            .DistinctBy(machine => machine.Id)
            .ToDictionary(machine => machine.Id, machine => machine.ProcessorCount!.Value);

    private async Task RunAsync(
        int machines,
        IReadOnlyDictionary<string, string> names,
        Func<StatisticsReader, Step, CancellationToken, Task> read,
        CancellationToken cancellationToken)
    {
        if (machines == 0)
        {
            return;
        }

        if (_frequency.Classes > StatisticsFrequency.MaxClasses)
        {
            _problems.Add(ProblemCode.PerformanceUnread, $"CPU statistics were not read: the hosts have {_frequency.Classes:N0} frequencies, more than statistics can tell apart");
            return;
        }

        await _steps.TryRunAsync(StepName, async (step, token) =>
        {
            if (!_isOpen)
            {
                (_kept, _isOpen) = (await StatisticsReader.OpenAsync(session, step.Meter, token), true);
            }

            if (_kept?.CountedBy(session, step.Meter) is { } reader)
            {
                await read(reader, step, token);
                var refused = reader.Refused.DistinctBy(item => item.Id).ToList();
                if (refused.Count > 0)
                {
                    _problems.Add(ProblemCode.PerformanceUnread, $"CPU statistics of {Printable.Names(refused.Select(item => names.GetValueOrDefault(item.Id, item.Id)), refused.Count)} could not be read: {refused[0].Why.Problem}",
                        new(ProblemSubjectKind.VirtualMachine, Printable.Line(names.GetValueOrDefault(refused[0].Id, refused[0].Id))));
                }
            }
        }, problem => _problems.Add(problem is null
            ? Problem.Create(ProblemCode.TimeLimit, "CPU statistics were not read within the time limit")
            : Problem.Create(ProblemCode.PerformanceUnread, $"CPU statistics could not be read: {problem}")), deadline, cancellationToken);
    }
}
