namespace TimerProbe.VSphere.Queries;

/// <summary>The series of one entity, each the samples of a counter, oldest first, in its unit; a counter without data has none.</summary>
/// <param name="Value">A series of the whole entity has an empty instance; a sample that is missing is <see cref="Missing"/>.</param>
internal sealed record PerfEntityMetric(
    ManagedObjectReference Entity, IReadOnlyList<(int CounterId, string Instance, IReadOnlyList<long> Samples)> Value)
{
    public const long Missing = -1;

    /// <summary>The greatest sample believed: milliseconds of all processors in 20 s are below 10^8, hundredths of percents 10^6.</summary>
    public const long Greatest = 1_000_000_000_000;

    /// <summary>The longest period that is believed, in seconds: vCenter keeps none above a day.</summary>
    private const int MaxPeriod = 31 * 86_400;

    /// <summary>The periods of all series, in order: each its end by the server's clock and its seconds; empty without a window.</summary>
    public IReadOnlyList<(DateTimeOffset End, int Interval)> SampleInfo { get; init; } = [];

    /// <summary>Reads the figures, in either of the two forms servers give; null when they do not say whose they are.</summary>
    public static PerfEntityMetric? Read(SoapReader soap, bool keepsTimes)
    {
        ManagedObjectReference? entity = null;
        List<(DateTimeOffset End, int Interval)>? times = null;
        var series = new List<(int CounterId, string Instance, IReadOnlyList<long> Samples)>();
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "entity":
                    entity = soap.Reference();
                    soap.Place = (entity?.Value ?? "", "performance");
                    break;
                case "sampleInfoCSV" when keepsTimes: times = ReadTimes(soap); break;
                case "sampleInfo" when keepsTimes: (times ??= []).Add(ReadTime(soap)); break;
                case "value": series.Add(ReadSeries(soap)); break;
            }
        }

        return entity is { } reported ? new PerfEntityMetric(reported, series) { SampleInfo = times ?? [] } : null;
    }

    /// <summary>Pairs of seconds and time, one behind the other.</summary>
    private static List<(DateTimeOffset End, int Interval)> ReadTimes(SoapReader soap)
    {
        var times = new List<(DateTimeOffset End, int Interval)>();
        var (interval, isTime) = (0, false);
        var text = soap.Text();
        foreach (var part in text.AsSpan().Split(','))
        {
            var reported = text.AsSpan(part).Trim();
            if (isTime)
            {
                times.Add(Time(soap, interval, reported));
            }
            else
            {
                interval = int.TryParse(reported, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds) ? seconds : 0;
            }

            isTime = !isTime;
        }

        return times;
    }

    private static (DateTimeOffset End, int Interval) ReadTime(SoapReader soap)
    {
        var (interval, time) = (0, "");
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "interval": interval = soap.Number(); break;
                case "timestamp": time = soap.Text(); break;
            }
        }

        return Time(soap, interval, time);
    }

    private static (DateTimeOffset End, int Interval) Time(SoapReader soap, int interval, ReadOnlySpan<char> text)
    {
        soap.Keep(0);
        if (interval is > 0 and <= MaxPeriod && SoapReader.ParseTime(text) is { } time)
        {
            return (time, interval);
        }

        soap.Refuse(RefusalKind.Time);
        return default;
    }

    private static (int CounterId, string Instance, IReadOnlyList<long> Samples) ReadSeries(SoapReader soap)
    {
        var (counter, instance) = (0, "");
        var samples = new List<long>();
        soap.Keep(0);
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "id": (counter, instance) = ReadId(soap); break;
                case "value": AddSamples(soap, samples); break;
            }
        }

        return (counter, instance, samples);
    }

    private static (int Counter, string Instance) ReadId(SoapReader soap)
    {
        var (counter, instance) = (0, "");
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "counterId": counter = soap.Number(); break;
                case "instance": instance = soap.SharedText(); break;
            }
        }

        return (counter, instance);
    }

    private static void AddSamples(SoapReader soap, List<long> samples)
    {
        var text = soap.Text();
        foreach (var part in text.AsSpan().Split(','))
        {
            var sample = text.AsSpan(part).Trim();
            if (sample.Length > 0)
            {
                soap.Keep(0);
                samples.Add(Sample(soap, sample));
            }
        }
    }

    private static long Sample(SoapReader soap, ReadOnlySpan<char> text)
    {
        if (long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var sample) && sample <= Greatest)
        {
            return Math.Max(sample, Missing);
        }

        soap.Refuse(RefusalKind.Sample);
        return Missing;
    }
}
