StandardStreams.UseInvariantCulture();
NativeHeap.LimitArenas();
if (StandardStreams.HasFewFiles(512, "timerprobe-server"))
{
    return (int)ExitCode.NotPossible;
}

var served = ServiceMode.Run(args, (service, talk) => new ServerCommandLine(TextWriter.Null, talk, new DocumentClock(), service)
    .RunAsync(args, service.StopRequested)
    .GetAwaiter()
    .GetResult());
if (served is { } exitCode)
{
    return exitCode;
}

// The manager of Windows' services ends those by itself, and Windows sends SIGHUP when somebody logs off.
using var signals = new ShutdownSignals(hangsUp: false);
return await new ServerCommandLine(StandardStreams.OpenOutputText(), StandardStreams.OpenError(), new DocumentClock())
    .RunAsync(args, signals.Token);
