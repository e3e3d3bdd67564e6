namespace TimerProbe.Fuzz;

/// <summary>One case: its random numbers, its folder, and what of it failed.</summary>
internal sealed class FuzzCase(int number, string kind, Random random, string folder)
{
    private readonly List<string> _failures = [];

    public int Number => number;

    public string Kind => kind;

    public Random Random => random;

    /// <summary>An empty folder of this case; it is kept when the case fails.</summary>
    public string Folder => folder;

    public List<int?> ExitCodes { get; } = [];

    public List<string> Story { get; } = [];

    public IReadOnlyList<string> Failures => _failures;

    public string Path(string name) => System.IO.Path.Combine(folder, name);

    public void Fail(string why) => _failures.Add(why);

    /// <summary>Whether something comes true that does so once in so many times.</summary>
    public bool OneIn(int times) => random.Next(times) == 0;

    public T Pick<T>(IReadOnlyList<T> from) => from[random.Next(from.Count)];
}
