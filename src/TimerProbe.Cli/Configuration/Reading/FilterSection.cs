using TimerProbe.Core.Facts;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>Reads what of an inventory is asked for.</summary>
internal static class FilterSection
{
    public static ScanScope Read(SectionReader section)
    {
        var scope = new ScanScope
        {
            Datacenters = section.Texts("datacenters"),
            Clusters = section.Texts("clusters"),
            Folders = section.Texts("folders"),
            Names = section.Texts("names"),
        };
        section.Finish();
        return scope;
    }
}
