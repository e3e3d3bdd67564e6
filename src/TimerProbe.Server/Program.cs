using TimerProbe.Application.Services;
using TimerProbe.Server.Hosting;

#pragma warning disable RS0030 // The one place of the server that touches the console.
return ServiceMode.Run(
    args,
    (service, talk) => new ServerCommandLine(TextWriter.Null, talk, TimeProvider.System, service)
        .RunAsync(args, service.StopRequested)
        .GetAwaiter()
        .GetResult())
    ?? await StopSignals.RunAsync(ends => new ServerCommandLine(Console.Out, Console.Error, TimeProvider.System).RunAsync(args, ends));
