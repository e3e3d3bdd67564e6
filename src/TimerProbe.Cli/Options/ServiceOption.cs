using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Services;
using TimerProbe.Guest.Services;

namespace TimerProbe.Cli.Options;

internal sealed class ServiceOption(Command command, WindowsService? service)
{
    private static readonly string[] Outputs = ["--out", "--log", "--metrics"];
    private static readonly string[] Files = [.. Outputs, "--config", "--store", SubmitOption.TokenFileName, SubmitOption.CaFileName];

    private readonly DeclaredOption<bool> _service = command.Flag(
        ServiceMode.Option, "Run as a Windows service, started by the service manager; errors go to the Application event log.");

    /// <summary>Makes sure that a service is started as one, and that what it writes can be found.</summary>
    /// <exception cref="UseCaseException">It is not.</exception>
    public void Check(ParseResult parsed, bool saves)
    {
        if (!parsed.GetValue(_service))
        {
            return;
        }

        ServiceMode.AssertStarted(service);
        if (!saves && Outputs.All(name => parsed.GetValue<string?>(name) is null))
        {
            throw new UseCaseException(
                Failure.Usage,
                $"{ServiceMode.Option} has no console to write to: add --log FILE, --out FILE, --metrics FILE, --save or --submit");
        }

        foreach (var option in Files)
        {
            if (parsed.GetValue<string?>(option) is { } path && !Path.IsPathFullyQualified(path))
            {
                throw new UseCaseException(
                    Failure.Usage,
                    $"{option} needs an absolute path with {ServiceMode.Option}, such as C:\\ProgramData\\TimerProbe\\watch\\{Path.GetFileName(path)}, not '{path}': services start in the Windows folder");
            }
        }
    }
}
