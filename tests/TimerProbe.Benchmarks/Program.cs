using BenchmarkDotNet.Running;

if (args is ["sql", ..])
{
    await SqlFigures.WriteAsync(args[1..]);
}
else
{
    BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args);
}
