namespace TimerProbe.Core.Advice.Rules;

/// <summary>The kernel options of ESXi about the TSC, with the values that ESXi itself gives them.</summary>
internal static class TscKernelOption
{
    private const string ForceTsc = "timerForceTSC";
    private const string SyncSkip = "tscSyncSkip";

    /// <summary>The first release whose <c>timerForceTSC</c> is TRUE by default: 7.0 U3. From 8.0 on it is TRUE and called obsolete.</summary>
    private static readonly Version ForcedByDefault = new(7, 0, 3);

    /// <summary>
    /// The option's default, from the kernel settings of 42 releases, 6.0 U3 to 9.0.1 (<see cref="Sources.KernelSettings"/>);
    /// null for another option, and where the default depends on a release that is not known.
    /// </summary>
    public static bool? DefaultOf(string key, string? release) => key switch
    {
        _ when Is(key, SyncSkip) => false,
        _ when Is(key, ForceTsc) && Version.TryParse(release, out var version) => version >= ForcedByDefault,
        _ => null,
    };

    private static bool Is(string key, string name) => key.EndsWith(name, StringComparison.OrdinalIgnoreCase);
}
