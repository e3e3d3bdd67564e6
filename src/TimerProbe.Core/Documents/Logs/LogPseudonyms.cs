using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Documents;

/// <summary>Logs of the hypervisor under pseudonyms: machines, hosts and UUIDs have those of a scan under the same key.</summary>
internal sealed class LogPseudonyms(Pseudonyms pseudonyms)
{
    private readonly ProblemPseudonyms _problems = new(pseudonyms);

    public LogDocument Apply(LogDocument document) => document with
    {
        Logs = [.. document.Logs.Select(Apply)],
        Problems = [.. document.Problems.Select(_ => _problems.Text(problem: null))],
    };

    private VmLog Apply(VmLog log) => log with
    {
        File = pseudonyms.Name("file", log.File),
        Name = log.Name is { } name ? pseudonyms.VirtualMachine(name) : null,
        Uuid = log.Uuid is { } uuid ? pseudonyms.Uuid(uuid) : null,
        ConfigFile = log.ConfigFile is { } file ? pseudonyms.Name("file", file) : null,
        Host = log.Host is { } host ? pseudonyms.Host(host) : null,
    };
}
