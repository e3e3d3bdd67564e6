using System.Text.Json;

namespace TimerProbe.Cli.Commands;

/// <summary>--from: documents of files, of standard input, or of the store. A file that has the name comes first.</summary>
internal sealed class DocumentSource(
    Command command, Terminal terminal, TimeProvider time, string document = "The document: a", bool takesScans = false)
{
    private const string Latest = "latest";
    private const int MinPrefix = 8;
    private const int UuidLength = 36;

    private readonly DeclaredOption<string[]> _from = command.Texts(
        "--from",
        "FILE|latest|ID",
        $"{document} file written by --output json; - for standard input; latest, or an id from timerprobe history list, for one in the store.")
        .AsRequired()
        .Validate(result => !takesScans && result.Tokens.Count > 1 ? "--from takes one document here" : null);

    private readonly DeclaredOption<string?>? _kind = takesScans ? null : command.Kind(
        "With --from latest, the newest run of this command", OptionDeclarations.KindsOfRuns);

    private readonly SavedRunsOptions _store = new(command, terminal, time);

    public string First(ParseResult parsed) => parsed.GetRequiredValue(_from)[0];

    public async Task<IReadOnlyList<object>> ReadAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var documents = new List<object>();
        foreach (var from in parsed.GetRequiredValue(_from).Distinct())
        {
            documents.Add(await ReadAsync(parsed, from, cancellationToken));
        }

        return documents;
    }

    private async Task<object> ReadAsync(ParseResult parsed, string from, CancellationToken cancellationToken)
    {
        try
        {
            var json = ExternalText.ToUtf8(
                from == "-" ? await BoundedRead.AllAsync(terminal.Input, FileLimits.Document, cancellationToken)
                : IsInStore(from) && !File.Exists(from) ? await ReadStoredAsync(parsed, from, cancellationToken)
                : await ExternalFile.ReadAsync(from, FileLimits.Document, cancellationToken));
            return DocumentJson.Read(json.Span);
        }
        catch (Exception ex) when (ex is JsonException or IOException)
        {
            throw new UseCaseException(ExitCode.Usage, ex switch
            {
                OtherKindException { Schema: WatchLine.SchemaName } =>
                    $"'{from}' is a watch log (lines of JSON), not a document; to see what watch saves with --save, use timerprobe history",
                JsonException and not OtherKindException { Schema: not null } => $"'{from}' is not a timerprobe document: {ex.Message}",
                _ => $"cannot read '{from}': {ex.Message}",
            }, ex);
        }
    }

    /// <summary>Whether it is <c>latest</c>, or at least eight digits of a UUID.</summary>
    private static bool IsInStore(string from) => from == Latest
        || (from.Length is >= MinPrefix and <= UuidLength
            && from.Index().All(item => item.Index is 8 or 13 or 18 or 23 ? item.Item == '-' : char.IsAsciiHexDigit(item.Item)));

    private async Task<byte[]> ReadStoredAsync(ParseResult parsed, string from, CancellationToken cancellationToken)
    {
        await using var store = await _store.OpenAsync(parsed, StoreAccess.Read, cancellationToken);
        return await StoreAccessor.GuardAsync(async () =>
        {
            var id = from == Latest
                ? await LatestAsync(store, _kind is null ? RunKinds.Scan : parsed.GetValue(_kind), cancellationToken)
                : await FindAsync(store, from, cancellationToken);
            return await store.Runs.ReadDocumentAsync(id, cancellationToken)
                ?? throw new UseCaseException(ExitCode.Usage, $"the store has no document {id}: all are kept for 8 days, then the last of each day");
        });
    }

    private static async Task<Guid> LatestAsync(FleetStore store, string? kind, CancellationToken cancellationToken) =>
        (await store.Runs.LatestAsync(kind, cancellationToken))?.DocumentId
        ?? throw new UseCaseException(
            ExitCode.Usage, $"the store has no run{(kind is null ? "" : $" of {kind}")}; check, sql and scan save theirs with --save");

    private static async Task<Guid> FindAsync(FleetStore store, string from, CancellationToken cancellationToken)
    {
        if (Guid.TryParse(from, out var whole))
        {
            return whole;
        }

        var runs = await store.Runs.ListAsync(new RunQuery { MaxRuns = int.MaxValue }, cancellationToken);
        return runs.Where(run => run.DocumentId.ToString().StartsWith(from, StringComparison.OrdinalIgnoreCase)).Take(2).ToList() switch
        {
            [var one] => one.DocumentId,
            [] => throw new UseCaseException(
                ExitCode.Usage,
                $"there is no file '{from}', and no stored document has an id that begins with it; timerprobe history list shows them"),
            _ => throw new UseCaseException(
                ExitCode.Usage, $"several stored documents have ids that begin with '{from}'; enter more of the id"),
        };
    }
}
