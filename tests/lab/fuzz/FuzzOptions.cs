namespace TimerProbe.Fuzz;

internal sealed record FuzzOptions
{
    /// <summary>For how long; null for a number of cases.</summary>
    public TimeSpan? Time { get; init; }

    /// <summary>How many cases, when not for a time.</summary>
    public int Cases { get; init; } = 300;

    /// <summary>What every case is made from, with its number.</summary>
    public int Seed { get; init; }

    public string? Only { get; init; }

    /// <summary>The one case to run again.</summary>
    public int? Case { get; init; }

    /// <summary>Which share of the cases is run, of how many: others run the rest at the same time.</summary>
    public (int Number, int Of) Share { get; init; } = (0, 1);

    /// <summary>Where failing cases are kept.</summary>
    public string Keep { get; init; } = Repository.Path("artifacts", "fuzz");

    /// <summary>The options; null when they make no sense.</summary>
    public static FuzzOptions? Parse(string[] args)
    {
        var options = new FuzzOptions { Seed = Random.Shared.Next() };
        for (var i = 0; i < args.Length; i += 2)
        {
            var value = i + 1 < args.Length ? args[i + 1] : "";
            var read = args[i] switch
            {
                "--seconds" when Number(value) is { } seconds => options with { Time = TimeSpan.FromSeconds(seconds) },
                "--cases" when Number(value) is { } cases => options with { Cases = cases },
                "--seed" when Number(value) is { } seed => options with { Seed = seed },
                "--case" when Number(value) is { } one => options with { Case = one },
                "--only" when CaseKinds.Names.Contains(value) => options with { Only = value },
                "--share" when value.Split('/') is [var share, var of] && Number(share) is { } number && Number(of) is { } shares
                    && number < shares => options with { Share = (number, shares) },
                "--keep" when value.Length > 0 => options with { Keep = Path.GetFullPath(value) },
                _ => null,
            };
            if (read is null)
            {
                return null;
            }

            options = read;
        }

        return options;
    }

    private static int? Number(string text) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
