namespace TimerProbe.Fuzz;

/// <summary>Every kind, with how often it comes.</summary>
internal static class CaseKinds
{
    private static readonly (string Name, int Weight, Func<ICaseKind> Create)[] All =
    [
        ("scan", 4, () => new ScanCases()),
        ("document", 3, () => new DocumentCases()),
        ("plan", 2, () => new PlanCases()),
        ("statistics", 2, () => new StatisticsCases()),
        ("sql", 1, () => new SqlCases()),
        ("store", 1, () => new StoreCases()),
        ("guests", 1, () => new GuestResultCases()),
    ];

    public static IReadOnlyList<string> Names => [.. All.Select(kind => kind.Name)];

    public static IReadOnlyDictionary<string, ICaseKind> Create() => All.ToDictionary(kind => kind.Name, kind => kind.Create());

    public static string Choose(Random random)
    {
        var at = random.Next(All.Sum(kind => kind.Weight));
        return All.First(kind => (at -= kind.Weight) < 0).Name;
    }
}
