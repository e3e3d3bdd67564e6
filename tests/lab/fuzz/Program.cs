#pragma warning disable RS0030 // A program of the lab talks to the console itself.

if (args is ["--record", var folder])
{
    await Recorder.RunAsync(folder);
    return 0;
}

if (FuzzOptions.Parse(args) is not { } options)
{
    Console.Error.WriteLine("usage: tests/fuzz [--seconds N | --cases N] [--seed S] [--only KIND] [--case I] [--share K/N] [--keep DIR]");
    Console.Error.WriteLine($"kinds: {string.Join(", ", CaseKinds.Names)}");
    return 2;
}

return await new FuzzRun(options, Console.Out).RunAsync();
