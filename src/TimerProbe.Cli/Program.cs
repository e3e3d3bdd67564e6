using TimerProbe.Cli;
using TimerProbe.Cli.Output;

CultureMode.Choose(args);
using var terminal = Terminal.Open();
return await new Application(terminal, TimeProvider.System).RunAsync(args);
