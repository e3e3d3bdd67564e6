namespace TimerProbe.Reporting.Tests;

/// <summary>A sample as a collector reads it.</summary>
internal sealed record ReadSample(string Name, IReadOnlyDictionary<string, string> Labels, double Value);

/// <summary>Reads metrics as Prometheus does and refuses what its linter refuses: families twice or interleaved, label sets twice.</summary>
internal static class MetricReader
{
    public static IReadOnlyList<ReadSample> Read(string text)
    {
        var samples = new List<ReadSample>();
        var families = new HashSet<string>();
        var series = new HashSet<string>();
        var (current, named, typed, ended) = ("", "", false, false);
        Assert.EndsWith("\n", text, StringComparison.Ordinal);
        foreach (var line in text[..^1].Split('\n'))
        {
            Assert.False(ended, "something follows the end");
            ended = line == "# EOF";
            if (line.StartsWith("# HELP ", StringComparison.Ordinal))
            {
                current = line.Split(' ')[2];
                Assert.True(families.Add(current), $"{current} twice");
                typed = false;
            }
            else if (line.StartsWith("# TYPE ", StringComparison.Ordinal))
            {
                var isCounter = line.EndsWith(" counter", StringComparison.Ordinal);
                Assert.Equal($"# TYPE {current} {(isCounter ? "counter" : "gauge")}", line);
                Assert.False(current.EndsWith("_total", StringComparison.Ordinal), $"{current} is named as a sample");
                (named, typed) = (isCounter ? $"{current}_total" : current, true);
            }
            else if (!ended)
            {
                var sample = ReadLine(line);
                Assert.True(typed);
                Assert.Equal(named, sample.Name);
                Assert.True(named == current || sample.Value >= 0, line);
                Assert.True(series.Add(
                    sample.Name + string.Join('\0', sample.Labels.OrderBy(label => label.Key, StringComparer.Ordinal))), $"{line} twice");
                samples.Add(sample);
            }
        }

        Assert.True(ended);
        return samples;
    }

    private static ReadSample ReadLine(string line)
    {
        var index = line.IndexOfAny(['{', ' ']);
        var name = line[..index];
        Assert.Matches("^[a-z_]+$", name);
        var labels = new Dictionary<string, string>();
        if (line[index] == '{')
        {
            index++;
            while (line[index] != '}')
            {
                var equals = line.IndexOf('=', index);
                Assert.Matches("^[a-z_]+$", line[index..equals]);
                Assert.Equal('"', line[equals + 1]);
                var (value, end) = ReadQuoted(line, equals + 2);
                labels.Add(line[index..equals], value);
                index = line[end] == ',' ? end + 1 : end;
            }

            index++;
        }

        Assert.Equal(' ', line[index]);
        return new ReadSample(name, labels, double.Parse(line[(index + 1)..], NumberStyles.Float, CultureInfo.InvariantCulture));
    }

    private static (string Value, int End) ReadQuoted(string line, int index)
    {
        var value = new StringBuilder();
        for (; line[index] != '"'; index++)
        {
            if (line[index] != '\\')
            {
                value.Append(line[index]);
                continue;
            }

            index++;
            value.Append(line[index] switch { '\\' => '\\', '"' => '"', 'n' => '\n', var other => throw new FormatException($"\\{other}") });
        }

        return (value.ToString(), index + 1);
    }
}
