namespace TimerProbe.Application.Scanning;

internal static class GuestResultsReader
{
    /// <summary>Results of .json documents and .jsonl lines; a sentence for each that is none, and for what the deadline left.</summary>
    /// <exception cref="UseCaseException">The folder cannot be read.</exception>
    public static Task<(IReadOnlyList<GuestResult> Results, IReadOnlyList<Problem> Problems)> ReadAsync(
        string folder, CancellationToken deadline, CancellationToken cancellationToken)
    {
        return FolderReading.ReadAsync<GuestResult>(
            folder,
            file => IsLines(file) || Path.GetExtension(file).Equals(".json", StringComparison.OrdinalIgnoreCase),
            "guests' results",
            (ProblemCode.ResultsCapped, "files of guests' results"),
            ReadAllAsync,
            deadline,
            cancellationToken);

        async Task ReadAllAsync(IEnumerable<string> files, List<GuestResult> results, List<Problem> problems, CancellationToken either)
        {
            var left = FileLimits.Folder;
            foreach (var file in files)
            {
                var name = Path.GetRelativePath(folder, file);
                try
                {
                    var json = ExternalText.ToUtf8(await ExternalFile.ReadAsync(file, (int)Math.Min(FileLimits.OneOfMany, left), either));
                    left -= json.Length;
                    if (IsLines(file))
                    {
                        ReadLines(name, json.Span, results, problems);
                    }
                    else
                    {
                        results.Add(GuestResult.From(DocumentJson.Read<CheckDocument>(json.Span)));
                    }
                }
                catch (JsonException ex)
                {
                    problems.Add(Unread(name, $"{name} is not a check document: {ex.Message}"));
                }
                catch (FileRefusedException ex)
                {
                    problems.Add(Unread(name, $"{name} cannot be read: {ex.Message}"));
                }
            }
        }
    }

    private static bool IsLines(string file) => Path.GetExtension(file).Equals(".jsonl", StringComparison.OrdinalIgnoreCase);

    private static void ReadLines(string name, ReadOnlySpan<byte> lines, List<GuestResult> results, List<Problem> problems)
    {
        foreach (var (index, line) in Encoding.UTF8.GetString(lines).Split('\n').Index()
            .Where(item => !string.IsNullOrWhiteSpace(item.Item)))
        {
            var (result, why) = GuestResult.FromProbe(line.TrimEnd('\r'));
            if (result is not null)
            {
                results.Add(result);
            }
            else
            {
                problems.Add(Unread(name, $"line {index + 1} of {name} is not read: {why}"));
            }
        }
    }

    private static Problem Unread(string file, string why) => Problem.Create(ProblemCode.ResultUnread, why, ProblemSubject.File(file));
}
