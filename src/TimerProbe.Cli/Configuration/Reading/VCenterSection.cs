using TimerProbe.Cli.Configuration.Settings;
using TimerProbe.VSphere;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>Reads the vCenters.</summary>
internal static class VCenterSection
{
    public static IReadOnlyList<VCenterSettings> ReadAll(IReadOnlyList<SectionReader> sections)
    {
        var vcenters = new List<VCenterSettings>();
        foreach (var section in sections)
        {
            if (Read(section) is not { } vcenter)
            {
                continue;
            }

            if (vcenters.Exists(each => each.Server == vcenter.Server))
            {
                section.Complain(section.Member("server")!.Value.Place, $"{vcenter.Server} stands here for the second time");
            }

            vcenters.Add(vcenter);
        }

        return vcenters;
    }

    private static VCenterSettings? Read(SectionReader section)
    {
        var server = Server(section);
        var user = section.Text("user");
        var password = SecretSection.Password(section);
        section.AtMostOneOf("thumbprint", "caFile", "insecure");
        var vcenter = new VCenterSettings
        {
            Server = server ?? new VSphereServer("unknown"),
            Place = $"{section.Context.File}:{section.Place}",
            User = user,
            Password = password,
            Thumbprint = Thumbprint(section),
            CaFile = section.FilePath("caFile"),
            Insecure = section.Flag("insecure"),
            Filters = section.Section("filters") is { } filters ? FilterSection.Read(filters) : null,
            Concurrency = section.Count("concurrency", 1, VSphereOptions.MaxConcurrency),
            UseProxy = section.OptionalFlag("useProxy"),
        };
        section.Finish();
        return server is null ? null : vcenter;
    }

    private static VSphereServer? Server(SectionReader section)
    {
        var text = section.RequiredText("server");
        if (text.Length == 0)
        {
            return null;
        }

        try
        {
            return VSphereServer.Parse(text);
        }
        catch (VSphereException wrong)
        {
            // An address may hold a user and a password: it is not quoted.
            section.Complain(section.Member("server")!.Value.Place, wrong.Message);
            return null;
        }
    }

    private static string? Thumbprint(SectionReader section)
    {
        if (section.Text("thumbprint") is not { } text)
        {
            return null;
        }

        try
        {
            _ = ServerTrust.Pinned(text);
            return text;
        }
        catch (VSphereException wrong)
        {
            section.Complain(section.Member("thumbprint")!.Value.Place, wrong.Message);
            return null;
        }
    }
}
