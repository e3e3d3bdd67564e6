using TimerProbe.Application;
using TimerProbe.Cli.Configuration.Reading;
using TimerProbe.Cli.Configuration.Settings;
using TimerProbe.Cli.Output;
using TimerProbe.Files;

namespace TimerProbe.Cli.Configuration;

/// <summary>A configuration file on disk.</summary>
internal static class ConfigurationFile
{
    /// <summary>What it says, and what is wrong with it.</summary>
    /// <exception cref="UseCaseException">It cannot be read.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static (FileConfiguration Configuration, IReadOnlyList<ConfigurationProblem> Problems) Check(string file, CancellationToken cancel)
    {
        var text = ReadBytes(file, cancel);
        var reader = new ConfigurationReader(file);
        var configuration = reader.Read(text);
        return (configuration, reader.Problems);
    }

    /// <summary>What it says.</summary>
    /// <exception cref="UseCaseException">It cannot be read, or something is wrong with it; all of that was said.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static FileConfiguration Read(string file, Terminal terminal, CancellationToken cancel)
    {
        var (configuration, problems) = Check(file, cancel);
        foreach (var problem in problems)
        {
            terminal.Complain(problem.ToString());
        }

        return problems.Count == 0 ? configuration : throw new UseCaseException(Failure.Usage, $"the configuration '{file}' is wrong, so nothing was done");
    }

    private static byte[] ReadBytes(string file, CancellationToken cancel)
    {
        try
        {
            // What is not UTF-8 either is told by its place, with all that is wrong with the text.
            var bytes = OutsideFile.Answered(() => OutsideFile.Read(file, FileLimits.Configuration, cancel), cancel);
            return OutsideText.IsUtf16(bytes) ? OutsideText.ToUtf8(bytes).ToArray() : bytes;
        }
        catch (FileRefusedException unreadable)
        {
            throw new UseCaseException(Failure.Usage, $"the configuration cannot be read: '{file}': {unreadable.Message}", unreadable);
        }
    }
}
