using System.IO.Enumeration;

namespace TimerProbe.Application;

/// <summary>Reads the files of a kind below a folder, as far as the time goes.</summary>
internal static class FolderReading
{
    /// <summary>The files of a kind, in the order of their paths. A link to a folder is not followed.</summary>
    /// <exception cref="IOException">The folder cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static Task<IReadOnlyList<string>> ListAsync(string folder, Func<string, bool> isOne, CancellationToken cancellationToken)
    {
        return Task.Run(List, CancellationToken.None).WaitAsync(cancellationToken);

        IReadOnlyList<string> List() => [.. new FileSystemEnumerable<string>(
            folder,
            (ref FileSystemEntry entry) => entry.ToFullPath(),
            new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = false, AttributesToSkip = FileAttributes.None })
        {
            ShouldIncludePredicate = (ref FileSystemEntry entry) => !entry.IsDirectory,
            ShouldRecursePredicate = (ref FileSystemEntry entry) => !entry.Attributes.HasFlag(FileAttributes.ReparsePoint),
        }.Where(isOne).Order(StringComparer.Ordinal)];
    }

    /// <summary>What was read, and a sentence for each file that was not, and for what the deadline or the number left unread.</summary>
    /// <param name="what">What they are, such as <c>logs of virtual machines</c>.</param>
    /// <param name="capped">The problem of too many, and what is counted.</param>
    /// <param name="readAll">Reads files, and adds to what was read and to the problems.</param>
    /// <exception cref="UseCaseException">The folder cannot be read.</exception>
    public static async Task<(IReadOnlyList<T> Read, IReadOnlyList<Problem> Problems)> ReadAsync<T>(
        string folder,
        Func<string, bool> isOne,
        string what,
        (ProblemCode Code, string What) capped,
        Func<IEnumerable<string>, List<T>, List<Problem>, CancellationToken, Task> readAll,
        CancellationToken deadline,
        CancellationToken cancellationToken)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(deadline, cancellationToken);
        var (read, problems) = (new List<T>(), new List<Problem>());
        try
        {
            var files = await ListAsync(folder, isOne, either.Token);
            if (files.Count > FileLimits.FolderFiles)
            {
                problems.Add(Problem.Create(
                    capped.Code,
                    $"only the first {FileLimits.FolderFiles:N0} of {files.Count:N0} {capped.What} were read"));
            }

            await readAll(files.Take(FileLimits.FolderFiles), read, problems, either.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            problems.Add(Problem.Create(
                ProblemCode.TimeLimit,
                $"the time limit was reached while reading the {what}: {read.Count:N0} were read"));
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UseCaseException(ExitCode.Usage, $"the {what} cannot be read: {ex.Message}", ex);
        }

        return (read, problems);
    }
}
