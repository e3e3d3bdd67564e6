using System.Net;
using System.Text.RegularExpressions;

namespace TimerProbe.VSphere.Inventory;

/// <summary>
/// Fetches logs of running machines by the server's own address of datastores, which takes the privileges
/// <c>Datastore.Browse</c> and <c>Datastore.FileManagement</c>. What cannot be read is a problem of the reading and not its end.
/// Without a machine no request is sent. That the log of a running machine can be fetched so is expected.
/// </summary>
public sealed partial class MachineLogReading(
    VSphereSession session, CancellationToken deadline, IProgress<(string Step, int Count)>? progress = null)
{
    /// <summary>How many bytes are read of the start of a log, and as many of its end.</summary>
    public const int PartBytes = 2 << 20;

    /// <summary>How many machines are asked at most for one answer.</summary>
    public const int MaxPerQuestion = 3;

    private const int AtOnce = 2;
    private const string Newest = "vmware.log";

    private readonly InventoryProblems _problems = new(session.Named);
    private readonly StepLog _steps = new(session, progress);

    public IReadOnlyList<Problem> Problems => _problems.All;

    public IReadOnlyList<ScanStep> Steps => _steps.Steps;

    /// <summary>
    /// Reads, for each question, the newest log of its first machine, and of up to two more where that has no answer. The first
    /// machines of all questions come first. The host of each is known.
    /// </summary>
    /// <exception cref="OperationCanceledException">It was cancelled, and not by the deadline.</exception>
    public async Task<IReadOnlyDictionary<string, VmLog>> ReadAsync(
        IReadOnlyList<IReadOnlyList<VirtualMachineFacts>> questions, int maxFiles, Func<string, VmLog, bool> answers,
            CancellationToken cancellationToken)
    {
        var logs = new Dictionary<string, VmLog>();
        var open = questions.Where(question => question.Count > 0).ToList();
        if (open.Count == 0)
        {
            return logs;
        }

        await _steps.TryRunAsync("logs", async (step, token) =>
        {
            var asked = open.SelectMany(question => question.Take(MaxPerQuestion)).DistinctBy(machine => machine.Id).ToList();
            var folders = await new LogFolderReader(session, step.Meter).ReadAsync(asked, token);
            var left = maxFiles;
            for (var turn = 0; turn < MaxPerQuestion && open.Count > 0; turn++)
            {
                var machines = open.Where(question => question.Count > turn).Select(question => question[turn]);
                var options = new ParallelOptions { MaxDegreeOfParallelism = AtOnce, CancellationToken = token };
                await Parallel.ForEachAsync(machines, options, async (machine, ending) =>
                {
                    var log = folders.TryGetValue(machine.Id, out var folder) && MayFetch()
                        ? await TryReadAsync(machine, folder, MayFetch, step.Meter, ending)
                        : null;
                    lock (logs)
                    {
                        step.Advance();
                        if (log is not null)
                        {
                            logs[machine.Id] = log;
                        }
                    }
                });
                open.RemoveAll(question => question.Count > turn
                    && logs.TryGetValue(question[turn].Id, out var log) && answers(question[turn].Id, log));
            }

            bool MayFetch() => Interlocked.Decrement(ref left) >= 0;
        }, problem => _problems.Add(problem is null
            ? Problem.Create(ProblemCode.TimeLimit, "the logs of virtual machines were not all read within the time limit")
            : Problem.Create(ProblemCode.LogUnread, $"the folders of the logs of virtual machines could not be read: {problem}")), deadline, cancellationToken);
        return logs;
    }

    private async Task<VmLog?> TryReadAsync(
        VirtualMachineFacts machine, LogFolder folder, Func<bool> mayFetch, RequestMeter meter, CancellationToken cancellationToken)
    {
        try
        {
            return await ReadAsync(machine, folder, mayFetch, meter, cancellationToken);
        }
        catch (VSphereException ex)
        {
            Add(machine, $"{ex.Problem}");
            return null;
        }
    }

    private async Task<VmLog?> ReadAsync(
        VirtualMachineFacts machine, LogFolder folder, Func<bool> mayFetch, RequestMeter meter, CancellationToken cancellationToken)
    {
        var name = Newest;
        var start = await GetAsync(name);
        if (start.Status == HttpStatusCode.NotFound && await FindRotatedAsync() is { } rotated && mayFetch())
        {
            name = rotated;
            start = await GetAsync(name);
        }

        if (start.Bytes is not { } bytes)
        {
            Refuse(machine, folder, start.Status);
            return null;
        }

        List<(long From, ReadOnlyMemory<byte> Bytes)> parts = [(start.From, bytes)];
        if (start is { Status: HttpStatusCode.PartialContent, Length: { } length } && length > bytes.Length)
        {
            var from = Math.Max(bytes.Length, length - PartBytes);
            var end = await GetAsync(name, from, (int)(length - from));
            if (end is { Status: HttpStatusCode.PartialContent, Bytes: { } rest } && end.From == from)
            {
                parts.Add((from, rest));
            }
        }

        var log = VmLogReader.Read(parts, $"[{folder.Datastore}] {folder.Folder}/{name}", cancellationToken);
        if (log is null)
        {
            Add(machine, $"none of its lines has a known form of {Newest}");
        }

        return log;

        Task<(HttpStatusCode Status, long From, ReadOnlyMemory<byte>? Bytes, long? Length)> GetAsync(
            string file, long from = 0, int maxBytes = PartBytes) =>
            session.GetAsync(folder.GetAddress(file), from, maxBytes, meter, cancellationToken);

        async Task<string?> FindRotatedAsync()
        {
            var list = await GetAsync("");
            return list.Bytes is { } names ? GetNewest(Encoding.UTF8.GetString(names.Span)) : null;
        }
    }

    private void Refuse(VirtualMachineFacts machine, LogFolder folder, HttpStatusCode status)
    {
        if (status is HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden)
        {
            _problems.Add(ProblemCode.LogUnread, $"the logs of virtual machines on datastore {Printable.Line(folder.Datastore)} could not be read: the account lacks the privilege {"Datastore.Browse"} or {"Datastore.FileManagement"} (Low level file operations) there",
                new(ProblemSubjectKind.Name, Printable.Line(folder.Datastore)));
            return;
        }

        if (status == HttpStatusCode.NotFound)
        {
            Add(machine, "it is not there");
            return;
        }

        Add(machine, $"the server answered HTTP {(int)status}");
    }

    private void Add(VirtualMachineFacts machine, string why) =>
        _problems.Add(ProblemCode.LogUnread, $"the log of {Printable.Line(machine.Name)} could not be read: {why}",
            new(ProblemSubjectKind.VirtualMachine, Printable.Line(machine.Name)));

    private static string? GetNewest(string list) => Rotated().Matches(list)
        .Select(match => match.Groups["number"].Value)
        .OrderByDescending(number => long.Parse(number, CultureInfo.InvariantCulture))
        .Select(number => $"vmware-{number}.log")
        .FirstOrDefault();

    [GeneratedRegex(@"\bvmware-(?<number>[0-9]{1,9})\.log\b", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Rotated();
}
