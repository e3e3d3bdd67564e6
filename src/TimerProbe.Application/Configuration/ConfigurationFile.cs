namespace TimerProbe.Application.Configuration;

/// <summary>A configuration file on disk.</summary>
public static class ConfigurationFile
{
    /// <summary>What it says, not to be used when something is wrong with it; and what is, with its place.</summary>
    /// <exception cref="UseCaseException">It cannot be read.</exception>
    public static (FileConfiguration Configuration, IReadOnlyList<string> Problems) Check(
        string file, CancellationToken cancellationToken) =>
        Check(file, Load(file, cancellationToken));

    public static (FileConfiguration Configuration, IReadOnlyList<string> Problems) Check(string file, byte[] bytes)
    {
        var (configuration, problems) = ConfigurationReader.Read(file, bytes);
        return (configuration with { Hash = GetHash(bytes) }, problems);
    }

    public static string GetHash(byte[] bytes) => Convert.ToHexString(SHA256.HashData(bytes));

    /// <summary>What is in the file.</summary>
    /// <exception cref="UseCaseException">It cannot be read.</exception>
    public static byte[] Load(string file, CancellationToken cancellationToken)
    {
        try
        {
            return ExternalFile.Answered(() => ExternalFile.Read(file, FileLimits.Configuration, cancellationToken), cancellationToken);
        }
        catch (FileRefusedException ex)
        {
            throw new UseCaseException(ExitCode.Usage, $"the configuration cannot be read: '{file}': {ex.Message}", ex);
        }
    }

    /// <summary>What it says.</summary>
    /// <exception cref="UseCaseException">It cannot be read, or something is wrong with it; all of that was said.</exception>
    public static FileConfiguration Read(string file, IDialog dialog, CancellationToken cancellationToken)
    {
        var (configuration, problems) = Check(file, cancellationToken);
        AssertGood(file, problems, dialog);
        return configuration;
    }

    /// <summary>Says what is wrong with a file that was checked.</summary>
    /// <exception cref="UseCaseException">Something is.</exception>
    public static void AssertGood(string file, IReadOnlyList<string> problems, IDialog dialog)
    {
        foreach (var problem in problems)
        {
            dialog.ReportProblem(problem);
        }

        if (problems.Count > 0)
        {
            throw new UseCaseException(ExitCode.Usage, $"the configuration '{file}' has errors, so nothing was done");
        }
    }
}
