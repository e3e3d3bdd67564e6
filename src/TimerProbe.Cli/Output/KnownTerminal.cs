namespace TimerProbe.Cli.Output;

internal static class KnownTerminal
{
    /// <summary>The first that is set counts: locale(7).</summary>
    private static readonly string[] Locales = ["LC_ALL", "LC_CTYPE", "LANG"];

    /// <summary>
    /// Whether the terminal draws characters beyond WGL4, the 652 that every font of Windows' own consoles has. Windows Terminal says
    /// WT_SESSION, and takes other fonts for what one lacks; so do the terminals of a desktop. The console of Linux itself has 512
    /// characters.
    /// </summary>
    public static bool DrawsSymbols => Draws(OperatingSystem.IsWindows(), Environment.GetEnvironmentVariable);

    internal static bool Draws(bool isWindows, Func<string, string?> variable) => isWindows
        ? !string.IsNullOrEmpty(variable("WT_SESSION"))
        : variable("TERM") != "linux" && IsUtf8(Locale(variable));

    private static string Locale(Func<string, string?> variable) =>
        Locales.Select(variable).FirstOrDefault(value => !string.IsNullOrEmpty(value)) ?? "";

    private static bool IsUtf8(string locale) =>
        locale.Contains("UTF-8", StringComparison.OrdinalIgnoreCase) || locale.Contains("utf8", StringComparison.OrdinalIgnoreCase);
}
