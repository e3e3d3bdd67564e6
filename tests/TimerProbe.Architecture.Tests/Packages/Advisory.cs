namespace TimerProbe.Architecture.Tests.Packages;

/// <summary>A line of .ci/advisories.</summary>
internal sealed record Advisory(string Cve, string Package, PackageVersion FirstFixed)
{
    public static IReadOnlyList<Advisory> Read(IEnumerable<string> lines) =>
    [
        .. lines.Select(line => line.Split('#')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries)).Where(words => words.Length > 0)
            .Select(words => words is [['C', 'V', 'E', '-', ..] cve, var package, var fixedIn]
                ? new Advisory(cve, package, PackageVersion.Parse(fixedIn)) : throw new FormatException(string.Join(' ', words))),
    ];

    public bool Concerns(LockedPackage package) => package.Name.Equals(Package, StringComparison.OrdinalIgnoreCase) && package.Version.IsBelow(FirstFixed);
}
