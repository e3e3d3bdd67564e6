namespace TimerProbe.Core.Watching;

/// <summary>
/// All that a run of <c>watch</c> knows. It is fed samples and what is reported of the host, and says what there is to write; it
/// reads no clock, and its size does not grow with time. docs/watching.md has the reasons of its limits.
/// </summary>
/// <param name="begin">When watching begins.</param>
/// <param name="services">Reads what sets the clock; null where nothing does.</param>
public sealed class WatchState(ToolInfo tool, MachineFacts machine, WatchMoment begin, Func<IReadOnlyList<string>?>? services = null)
{
    public const int Agreeing = 3;

    public static readonly TimeSpan LineEvery = TimeSpan.FromHours(1);

    /// <summary>A wall clock that is off by more than this between two samples was set: time services slew what is less.</summary>
    private static readonly TimeSpan MinStep = TimeSpan.FromMilliseconds(50);

    private static readonly PartsPerMillion Slew = new(1_000);

    /// <summary>The counter's rate is wrong when more than this is left after the uncertainty: the limit of TP107.</summary>
    private static readonly PartsPerMillion WrongRate = new(500);

    private const int AgreeingRates = 2;

    private const double SameMegahertz = 1.5;

    private readonly List<(WatchVerdict Verdict, DateTimeOffset At)> _last = [];
    private readonly List<ClockStep> _steps = [];
    private readonly List<WatchedMove> _moves = [];
    private WatchMoment _now = begin;
    private TimeSpan _saidAt = begin.Elapsed;
    private WatchVerdict? _said;
    private DateTimeOffset? _since;
    private Guid _saidBy;
    private HostReading? _host;
    private WatchRates? _rates;
    private (double Ms, double UncertaintyMs)? _offset;
    private int _otherRates;
    private int _stepsInAll;
    private long _samples;
    private long _starved;

    public MachineFacts Machine => machine;

    public TimeSpan Begin { get; } = begin.Elapsed;

    public int Moves { get; private set; }

    /// <summary>Since when the clock is as it is; null until that is known.</summary>
    public DateTimeOffset? Since => _since;

    public bool IsInDoubt => _said is { } said && _last[^1].Verdict.DiffersFrom(said);

    public WatchLine Start() => CreateLine(WatchEvent.Started);

    /// <summary>Takes the next sample.</summary>
    /// <returns>The line to write; null for most.</returns>
    public WatchLine? Take(WatchSample sample)
    {
        _samples++;
        _starved += sample.Starved ? 1 : 0;
        var stepped = TakeStep(sample.Moment);
        var drifted = TakeRates(sample);
        _offset = sample.Offset ?? _offset;
        var before = _said;
        var changed = sample.Verdict is { } verdict && Confirm(verdict, sample.Moment.Wall);
        return changed ? CreateLine(WatchEvent.Changed, before)
            : stepped ? CreateLine(WatchEvent.ClockStep)
            : drifted ? CreateLine(WatchEvent.Drift)
            : _now.Elapsed - _saidAt >= LineEvery ? CreateLine(WatchEvent.Hourly)
            : null;
    }

    public bool Take(HostReading reading)
    {
        var (before, now) = (_host, reading);
        _host = before is null ? reading : now = reading with
        {
            SessionId = reading.SessionId ?? before.SessionId,
            HostHz = reading.HostHz ?? before.HostHz,
        };
        if (before is null || !IsOther(before, now))
        {
            return false;
        }

        _moves.Add(new WatchedMove(now.At, before.At, before.SessionId, now.SessionId, before.HostHz, now.HostHz));
        Moves++;
        return true;
    }

    public WatchLine Stop(WatchMoment moment)
    {
        TakeStep(moment);
        return CreateLine(WatchEvent.Stopped);
    }

    /// <summary>What is left with the hypervisor; null until a state is known.</summary>
    public PublishedCheck? ToPublish() => _said is not { } said ? null : new PublishedCheck
    {
        MeasuredAt = _now.Wall,
        Id = _saidBy,
        State = said.State,
        Cause = said.Cause,
        PreciseTime = said.PreciseTimeNs,
        TimestampCounter = said.TimestampCounterNs,
        VmExit = said.VmExitNs,
        VirtualTscHz = machine.Hypervisor.VirtualTscHz,
        ToolVersion = tool.Version,
    };

    private bool Confirm(WatchVerdict verdict, DateTimeOffset at)
    {
        if (_last.Count > 0 && !_last[^1].Verdict.HasSameState(verdict))
        {
            _last.Clear();
        }

        _last.Add((verdict, at));
        _last.RemoveRange(0, Math.Max(0, _last.Count - Agreeing));
        if (_last.Count < Agreeing)
        {
            return false;
        }

        var middle = _last.OrderBy(item => item.Verdict.PreciseTimeNs).ElementAt(Agreeing / 2).Verdict;
        if (_said is { } said && !middle.DiffersFrom(said))
        {
            _said = middle.HasSameState(said) ? middle : said;
            return false;
        }

        (_said, _since) = (middle, _last[0].At);
        return true;
    }

    private bool TakeStep(WatchMoment now)
    {
        var passed = now.Elapsed - _now.Elapsed;
        var by = now.Wall - _now.Wall - passed;
        _now = now;
        if (by.Duration() <= MinStep + (passed * Slew.Value / 1e6))
        {
            return false;
        }

        _stepsInAll++;
        _steps.Add(new ClockStep(now.Wall, Math.Round(by.TotalMilliseconds, 3)));
        return true;
    }

    private bool TakeRates(WatchSample sample)
    {
        var apart = _rates?.Apart ?? false;
        if (sample.Rates is not { CounterAgainstReferencePpm: { } counter, UncertaintyPpm: { } uncertainty } rates)
        {
            _rates = sample.NoReferenceReason is { } why ? new WatchRates { WhyNoReference = why, Apart = apart } : _rates;
            return false;
        }

        var off = counter.Magnitude.Value;
        var isOther = apart ? off + uncertainty.Value <= WrongRate.Value : off - uncertainty.Value > WrongRate.Value;
        _otherRates = isOther ? _otherRates + 1 : 0;
        var turned = _otherRates >= AgreeingRates;
        _otherRates = turned ? 0 : _otherRates;
        _rates = new WatchRates
        {
            ReferenceOverSeconds = rates.OverSeconds,
            CounterAgainstReferencePpm = counter,
            PreciseAgainstReferencePpm = rates.PreciseAgainstReferencePpm,
            ReferenceUncertaintyPpm = uncertainty,
            Apart = apart != turned,
        };
        return turned;
    }

    private WatchLine CreateLine(WatchEvent because, WatchVerdict? from = null)
    {
        var line = new WatchLine
        {
            Id = Guid.CreateVersion7(_now.Wall),
            Tool = tool,
            Machine = new WatchedMachine(machine.Name, machine.SmbiosUuid),
            At = _now.Wall,
            Event = because,
            State = _said?.State,
            Cause = _said?.Cause,
            PreciseTimeNs = _said?.PreciseTimeNs,
            TimestampCounterNs = _said?.TimestampCounterNs,
            VmExitNs = _said?.VmExitNs,
            Since = _since,
            From = from,
            Steps = [.. _steps],
            StepsInAll = _stepsInAll,
            OffsetMs = _offset?.Ms,
            OffsetUncertaintyMs = _offset?.UncertaintyMs,
            Services = because == WatchEvent.ClockStep ? services?.Invoke() : null,
            Beside = new WatchBeside(Math.Round((_now.Elapsed - _saidAt).TotalSeconds, 3), _samples, _starved, [.. _moves]),
            Rates = _rates,
        };
        _saidBy = because == WatchEvent.Changed ? line.Id : _saidBy;
        _steps.Clear();
        _moves.Clear();
        (_samples, _starved, _saidAt) = (0, 0, _now.Elapsed);
        return line;
    }

    private static bool IsOther(HostReading before, HostReading now) =>
        (before.SessionId is { } session && session != now.SessionId)
        || (before.HostHz is { } host && now.HostHz is { } other && Math.Abs(host.Megahertz - other.Megahertz) > SameMegahertz);
}
