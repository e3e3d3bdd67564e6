ThisProgram.ChooseCultureData(args);
StandardStreams.UseInvariantCulture();
if (StandardStreams.HasFewFiles(256, "timerprobe"))
{
    return (int)ExitCode.NotPossible;
}

var served = ServiceMode.Run(args, (service, talk) =>
{
    // A service is asked to end by its manager; Windows leaves one alone that handles no signals of the console.
    using var silent = Terminal.OfService(talk);
    return new CommandLineApplication(silent, new DocumentClock(), service).RunAsync(args, service.StopRequested).GetAwaiter().GetResult();
});
if (served is { } exitCode)
{
    return exitCode;
}

using var terminal = Terminal.Open();
using var signals = new ShutdownSignals(hangsUp: true);
return await new CommandLineApplication(terminal, new DocumentClock()).RunAsync(args, signals.Token);
