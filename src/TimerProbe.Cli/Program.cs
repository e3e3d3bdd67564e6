using TimerProbe.Cli;
using TimerProbe.Cli.Commands;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Services;

CultureMode.Choose(args);
if (ServiceMode.Run(args) is { } exitCode)
{
    return exitCode;
}

using var terminal = Terminal.Open();
return await new CommandLineApplication(terminal, TimeProvider.System).RunAsync(args);
