using System.Globalization;
using System.Xml;
using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>Reads the figures of one entity, in either of the two forms servers give.</summary>
internal static class PerformanceParser
{
    public static PerfEntityMetric Read(SoapReader soap)
    {
        var entity = default(ManagedObjectReference);
        var series = new List<PerfMetricSeries>();
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "entity":
                    entity = soap.Reference();
                    break;
                case "value":
                    series.Add(ReadSeries(soap));
                    break;
            }
        }

        return new PerfEntityMetric(entity, series);
    }

    private static PerfMetricSeries ReadSeries(SoapReader soap)
    {
        var (counter, instance) = (0, "");
        var samples = new List<long>();
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "id":
                    (counter, instance) = ReadId(soap);
                    break;
                case "value":
                    AddSamples(soap.Text(), samples);
                    break;
            }
        }

        return new PerfMetricSeries(counter, instance, samples);
    }

    private static (int Counter, string Instance) ReadId(SoapReader soap)
    {
        var (counter, instance) = (0, "");
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "counterId":
                    counter = (int)Sample(soap.Text());
                    break;
                case "instance":
                    instance = soap.SharedText();
                    break;
            }
        }

        return (counter, instance);
    }

    private static void AddSamples(string text, List<long> samples)
    {
        foreach (var part in text.AsSpan().Split(','))
        {
            var sample = text.AsSpan(part).Trim();
            if (sample.Length > 0)
            {
                samples.Add(Sample(sample));
            }
        }
    }

    private static long Sample(ReadOnlySpan<char> text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var sample) ? sample : throw new XmlException("a sample is no number");
}
