using System.IO.Enumeration;
using System.Text.Json;

namespace TimerProbe.Application.Scanning;

internal static class GuestResultsReader
{
    /// <summary>
    /// The documents below a folder, and a sentence for each JSON file that is not one, and for what the deadline left unread.
    /// </summary>
    /// <exception cref="UseCaseException">The folder cannot be read.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static async Task<(IReadOnlyList<CheckDocument> Documents, IReadOnlyList<Problem> Problems)> ReadAsync(
        string folder, CancellationToken deadline, CancellationToken cancellationToken)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(deadline, cancellationToken);
        var documents = new List<CheckDocument>();
        var problems = new List<Problem>();
        try
        {
            var files = await FilesAsync(folder, either.Token);
            await ReadAsync(folder, files, documents, problems, either.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            problems.Add(Problem.Create(
                ProblemCode.TimeLimit,
                $"the time limit was reached while reading the guests' results: {ProblemArgument.Term($"{documents.Count:N0}")} were read"));
        }

        return (documents, problems);
    }

    private static async Task ReadAsync(
        string folder, string[] files, List<CheckDocument> documents, List<Problem> problems, CancellationToken cancellationToken)
    {
        var left = FileLimits.Folder;
        foreach (var file in files.Take(FileLimits.FolderFiles))
        {
            var name = Path.GetRelativePath(folder, file);
            try
            {
                var (document, length) = await ReadOneAsync(file, (int)Math.Min(FileLimits.OneOfMany, left), cancellationToken);
                documents.Add(document);
                left -= length;
            }
            catch (JsonException ex)
            {
                problems.Add(Unread($"{ProblemArgument.File(name)} is not a check document: {ProblemArgument.Words(ex.Message)}"));
            }
            catch (FileRefusedException ex)
            {
                problems.Add(Unread($"{ProblemArgument.File(name)} cannot be read: {ProblemArgument.Words(ex.Message)}"));
            }
        }

        if (files.Length > FileLimits.FolderFiles)
        {
            problems.Add(Problem.Create(
                ProblemCode.ResultsCapped,
                $"only the first {ProblemArgument.Term($"{FileLimits.FolderFiles:N0}")} of {ProblemArgument.Term($"{files.Length:N0}")} files of guests' results were read"));
        }
    }

    private static Problem Unread(Wording why) => Problem.Create(ProblemCode.ResultUnread, why);

    private static async Task<string[]> FilesAsync(string folder, CancellationToken cancellationToken)
    {
        try
        {
            return await Task.Run(() => Enumerated(folder).Order(StringComparer.Ordinal).ToArray(), CancellationToken.None)
                .WaitAsync(cancellationToken);
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UseCaseException(ExitCode.Usage, $"the guests' results cannot be read: {ex.Message}", ex);
        }
    }

    private static FileSystemEnumerable<string> Enumerated(string folder) => new(
        folder,
        (ref FileSystemEntry entry) => entry.ToFullPath(),
        new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = false, AttributesToSkip = FileAttributes.None })
    {
        ShouldIncludePredicate = (ref FileSystemEntry entry) =>
            !entry.IsDirectory && Path.GetExtension(entry.FileName).Equals(".json", StringComparison.OrdinalIgnoreCase),
        ShouldRecursePredicate = (ref FileSystemEntry entry) => !entry.Attributes.HasFlag(FileAttributes.ReparsePoint),
    };

    private static async Task<(CheckDocument Document, int Length)> ReadOneAsync(string file, int most, CancellationToken cancellationToken)
    {
        var json = ExternalText.ToUtf8(await ExternalFile.ReadAsync(file, most, cancellationToken));
        return (DocumentJson.Read<CheckDocument>(json.Span), json.Length);
    }
}
