if (OpenFileLimit.ReportIfBelow(512, "timerprobe-server"))
{
    return ServerCommandLine.NotPossible;
}

return ServiceMode.Run(
    args,
    (service, talk) => new ServerCommandLine(TextWriter.Null, talk, new DocumentClock(), service)
        .RunAsync(args, service.StopRequested)
        .GetAwaiter()
        .GetResult())
    ?? await StopSignals.RunAsync(ends => new ServerCommandLine(
        StandardStreams.OpenOutputText(), StandardStreams.OpenError(), new DocumentClock()).RunAsync(args, ends));
