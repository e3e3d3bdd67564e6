using System.Globalization;
using TimerProbe.Core.Advice;

namespace TimerProbe.Cli.Output.Scan;

/// <summary>Numbers of things.</summary>
internal static class Counted
{
    /// <summary>A number with its noun: <c>1 host</c>, <c>1,024 hosts</c>.</summary>
    public static string Of(long count, string noun) => count.ToString("#,0", CultureInfo.InvariantCulture) + " " + noun + (count == 1 ? "" : noun.EndsWith('s') ? "es" : "s");

    /// <summary>A number of things of a kind.</summary>
    public static string Of(int count, SubjectKind kind) => Of(count, kind switch
    {
        SubjectKind.VirtualMachine => "virtual machine",
        SubjectKind.Host => "host",
        SubjectKind.Cluster => "cluster",
        SubjectKind.Vcenter => "vCenter",
        SubjectKind.SqlServer => "SQL Server",
        _ => "guest",
    });
}
