using TimerProbe.Server.Hosting;

#pragma warning disable RS0030 // The one place of the server that touches the console.
return await new ServerCommandLine(Console.Out, Console.Error, TimeProvider.System).RunAsync(args);
