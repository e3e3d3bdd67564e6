using TimerProbe.Application.Secrets;
using TimerProbe.Cli.Configuration.Settings;
using TimerProbe.Cli.Options;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>Keeps outputs from taking the place of what a configuration reads or keeps.</summary>
internal static class ConfiguredPlaces
{
    public static void AssertApart(SectionReader root, FileConfiguration configuration)
    {
        foreach (var (section, output) in root.Sections("outputs").Zip(configuration.Outputs))
        {
            if (output.File is { } file && Taken(configuration).FirstOrDefault(taken => OutputPlace.IsSame(taken.File, file)) is { What: { } what })
            {
                section.Complain(section.Member("file")!.Value.Place, $"this output would replace {what}");
            }
        }
    }

    private static IEnumerable<(string What, string File)> Taken(FileConfiguration configuration)
    {
        yield return ("this configuration", configuration.File);
        if (configuration.Store is { Target: { Length: > 0 } store })
        {
            yield return ("the store", store);
        }

        foreach (var secret in configuration.Secrets.Where(secret => secret.Kind == SecretKind.File))
        {
            yield return ("the file of a secret", secret.Name);
        }

        foreach (var vcenter in configuration.VCenters.Where(vcenter => vcenter.CaFile is { Length: > 0 }))
        {
            yield return ("a caFile", vcenter.CaFile!);
        }
    }
}
