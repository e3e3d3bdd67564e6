namespace TimerProbe.Application.Checking;

/// <summary>Processors as people list them.</summary>
public sealed partial record ProcessorList(IReadOnlyList<LogicalProcessor> Processors)
{
    private const int MaxCount = 4096;

    /// <summary>The processors of a list of numbers and ranges, each with an optional group before a colon; null for other text.</summary>
    public static ProcessorList? Parse(string text)
    {
        var processors = new List<LogicalProcessor>();
        foreach (var part in text.Split(','))
        {
            var match = Part().Match(part);
            if (!match.Success)
            {
                return null;
            }

            var group = Number(match.Groups["group"]) ?? 0;
            var first = Number(match.Groups["first"])!.Value;
            var last = Number(match.Groups["last"]) ?? first;
            if (last < first || last >= MaxCount)
            {
                return null;
            }

            processors.AddRange(Enumerable.Range(first, last - first + 1).Select(number => new LogicalProcessor(group, number)));
        }

        return new ProcessorList([.. processors.Distinct()]);
    }

    /// <summary>The processors, all of which this process may use.</summary>
    /// <exception cref="UseCaseException">One of them does not exist or is not allowed.</exception>
    public IReadOnlyList<LogicalProcessor> Within(IReadOnlyList<LogicalProcessor> allowed)
    {
        foreach (var processor in Processors.Where(processor => !allowed.Contains(processor)))
        {
            throw new UseCaseException(
                ExitCode.Usage,
                $"processor {Name(processor)} does not exist or this process may not use it; allowed: {string.Join(',', allowed.Select(Name))}");
        }

        return Processors;
    }

    private static string Name(LogicalProcessor processor) => processor.Group == 0
        ? processor.Number.ToString()
        : $"{processor.Group}:{processor.Number}";

    private static int? Number(Group group) => group.Success ? int.Parse(group.Value, CultureInfo.InvariantCulture) : null;

    [GeneratedRegex("^((?<group>[0-9]{1,4}):)?(?<first>[0-9]{1,4})(-(?<last>[0-9]{1,4}))?$", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Part();
}
