namespace TimerProbe.Architecture.Tests.Packages;

/// <summary>The version of a package. A pre-release is older than its release.</summary>
internal sealed record PackageVersion(Version Numbers, bool IsPreRelease)
{
    public static PackageVersion Parse(string text)
    {
        var parts = text.Split('+')[0].Split('-', 2);
        int[] numbers = [.. parts[0].Split('.').Select(number => int.Parse(number, NumberStyles.None, CultureInfo.InvariantCulture)), 0, 0, 0];
        return new PackageVersion(new Version(numbers[0], numbers[1], numbers[2], numbers[3]), parts.Length > 1);
    }

    public bool IsBelow(PackageVersion other) => (Numbers, !IsPreRelease).CompareTo((other.Numbers, !other.IsPreRelease)) < 0;
}
