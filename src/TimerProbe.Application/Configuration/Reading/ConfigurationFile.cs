using System.Security.Cryptography;

namespace TimerProbe.Application.Configuration;

/// <summary>A configuration file on disk.</summary>
public static class ConfigurationFile
{
    /// <summary>What it says, not to be used when something is wrong with it; and what is, in the order of the text.</summary>
    /// <exception cref="UseCaseException">It cannot be read.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static (FileConfiguration Configuration, IReadOnlyList<ConfigurationProblem> Problems) Check(
        string file, CancellationToken cancellationToken) =>
        Check(file, Load(file, cancellationToken));

    public static (FileConfiguration Configuration, IReadOnlyList<ConfigurationProblem> Problems) Check(string file, byte[] bytes)
    {
        // What is not UTF-8 either is reported by its place, with all else that is wrong with the text.
        var (configuration, problems) = ConfigurationReader.Read(
            file, ExternalText.IsUtf16(bytes) ? ExternalText.ToUtf8(bytes).ToArray() : bytes);
        return (configuration with { Hash = HashOf(bytes) }, problems);
    }

    public static string HashOf(byte[] bytes) => Convert.ToHexString(SHA256.HashData(bytes));

    /// <summary>What is in the file.</summary>
    /// <exception cref="UseCaseException">It cannot be read.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static byte[] Load(string file, CancellationToken cancellationToken)
    {
        try
        {
            return ExternalFile.Answered(() => ExternalFile.Read(file, FileLimits.Configuration, cancellationToken), cancellationToken);
        }
        catch (FileRefusedException ex)
        {
            throw new UseCaseException(Failure.Usage, $"the configuration cannot be read: '{file}': {ex.Message}", ex);
        }
    }

    /// <summary>What it says.</summary>
    /// <exception cref="UseCaseException">It cannot be read, or something is wrong with it; all of that was said.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static FileConfiguration Read(string file, IDialog dialog, CancellationToken cancellationToken)
    {
        var (configuration, problems) = Check(file, cancellationToken);
        AssertGood(file, problems, dialog);
        return configuration;
    }

    /// <summary>Says what is wrong with a file that was checked.</summary>
    /// <exception cref="UseCaseException">Something is.</exception>
    public static void AssertGood(string file, IReadOnlyList<ConfigurationProblem> problems, IDialog dialog)
    {
        foreach (var problem in problems)
        {
            dialog.Complain(problem.ToString());
        }

        if (problems.Count > 0)
        {
            throw new UseCaseException(Failure.Usage, $"the configuration '{file}' has errors, so nothing was done");
        }
    }
}

/// <summary>Something wrong with a configuration file. No value of the file that may be a secret is in it.</summary>
/// <param name="File">The file, as it was named.</param>
/// <param name="Place">Where in it.</param>
/// <param name="Message">What is wrong and what to do; it may contain a name of the file.</param>
public sealed record ConfigurationProblem(string File, TextPlace Place, string Message)
{
    /// <summary><c>timerprobe.json:12:5: message</c>, which editors can jump to.</summary>
    public override string ToString() => $"{File}:{Place}: {Message}";
}

/// <summary>A place in a text file.</summary>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Column">Its column, from 1, as editors count characters.</param>
public readonly record struct TextPlace(int Line, int Column)
{
    /// <summary><c>12:5</c>.</summary>
    public override string ToString() => $"{Line}:{Column}";
}
