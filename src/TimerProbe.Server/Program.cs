using TimerProbe.Application;
using TimerProbe.Application.Services;
using TimerProbe.Server.Hosting;

return ServiceMode.Run(
    args,
    (service, talk) => new ServerCommandLine(TextWriter.Null, talk, TimeProvider.System, service)
        .RunAsync(args, service.StopRequested)
        .GetAwaiter()
        .GetResult())
    ?? await StopSignals.RunAsync(ends => new ServerCommandLine(
        StandardStreams.OpenOutputText(), StandardStreams.OpenError(), TimeProvider.System).RunAsync(args, ends));
