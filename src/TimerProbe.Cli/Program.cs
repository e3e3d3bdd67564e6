using TimerProbe.Application.Services;
using TimerProbe.Cli;
using TimerProbe.Cli.Commands;
using TimerProbe.Cli.Output;

CultureMode.Choose(args);
var served = ServiceMode.Run(args, (service, talk) =>
{
    using var silent = Terminal.OfService(talk);
    return new CommandLineApplication(silent, TimeProvider.System, service).RunAsync(args).GetAwaiter().GetResult();
});
if (served is { } exitCode)
{
    return exitCode;
}

using var terminal = Terminal.Open();
return await new CommandLineApplication(terminal, TimeProvider.System).RunAsync(args);
