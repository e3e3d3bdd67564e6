using TimerProbe.Cli.Configuration.Reading;
using TimerProbe.Cli.Configuration.Settings;
using TimerProbe.Cli.Output;

namespace TimerProbe.Cli.Configuration;

/// <summary>A configuration file on disk.</summary>
internal static class ConfigurationFile
{
    private const int MostBytes = 1 << 20;

    /// <summary>What it says, and what is wrong with it.</summary>
    /// <exception cref="CommandException">It cannot be read.</exception>
    public static (FileConfiguration Configuration, IReadOnlyList<ConfigurationProblem> Problems) Check(string file)
    {
        var text = ReadBytes(file);
        var reader = new ConfigurationReader(file);
        var configuration = reader.Read(text);
        return (configuration, reader.Problems);
    }

    /// <summary>What it says.</summary>
    /// <exception cref="CommandException">It cannot be read, or something is wrong with it; all of that was said.</exception>
    public static FileConfiguration Read(string file, Terminal terminal)
    {
        var (configuration, problems) = Check(file);
        foreach (var problem in problems)
        {
            terminal.Complain(problem.ToString());
        }

        return problems.Count == 0 ? configuration : throw new CommandException(ExitCode.Usage, $"the configuration '{file}' is wrong, so nothing was done");
    }

    private static byte[] ReadBytes(string file)
    {
        try
        {
            return Directory.Exists(file) ? throw new IOException($"'{file}' is a folder") : new FileInfo(file).Length <= MostBytes
                ? File.ReadAllBytes(file)
                : throw new CommandException(ExitCode.Usage, $"the configuration '{file}' is larger than 1 MB");
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new CommandException(ExitCode.Usage, $"the configuration cannot be read: {unreadable.Message}", unreadable);
        }
    }
}
