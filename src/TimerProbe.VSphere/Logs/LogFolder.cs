using System.Text.RegularExpressions;
using TimerProbe.VSphere.Inventory;
using TimerProbe.VSphere.Queries;

namespace TimerProbe.VSphere.Logs;

/// <summary>The folder of a machine's logs on a datastore.</summary>
/// <param name="Datacenter">The path of the datacenter in the inventory, its names as the server sends them.</param>
/// <param name="Datastore">The datastore's name.</param>
/// <param name="Folder">The folder on it, without slashes at its ends; empty for its root.</param>
internal sealed partial record LogFolder(string Datacenter, string Datastore, string Folder)
{
    /// <summary>The folder by the machine's own properties; null when none of them names one.</summary>
    public static LogFolder? Of(ObjectContent machine, string datacenter) => new[]
        {
            machine.Text(LogPaths.LogDirectory) is { Length: > 0 } directory ? directory + "/" : null, machine.Text(LogPaths.VmPathName),
        }
        .Select(path => path is null ? null : DatastorePath().Match(path))
        .Where(match => match is { Success: true })
        .Select(match => new LogFolder(datacenter, match!.Groups["datastore"].Value, match.Groups["folder"].Value.Trim('/')))
        .FirstOrDefault(folder => !folder.Folder.Split('/').Any(part => part is "." or ".."));

    /// <summary>The server's address of a file in it, without the server; of the folder itself for an empty name.</summary>
    public string AddressOf(string file)
    {
        var parts = Folder.Split('/', StringSplitOptions.RemoveEmptyEntries).Append(file).Select(Uri.EscapeDataString);
        return $"/folder/{string.Join('/', parts)}?dcPath={Uri.EscapeDataString(Datacenter)}&dsName={Uri.EscapeDataString(Datastore)}";
    }

    // [datastore1] DB01/DB01.vmx
    [GeneratedRegex(@"^\[(?<datastore>[^\]]{1,300})\] ?(?:(?<folder>.{0,2000})/)?[^/]*$", RegexOptions.CultureInvariant | RegexOptions.Singleline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex DatastorePath();
}

/// <summary>The properties that tell where a machine's logs are. They are read where logs are asked for and nowhere else.</summary>
internal static class LogPaths
{
    public const string LogDirectory = "config.files.logDirectory";
    public const string VmPathName = "config.files.vmPathName";

    public static readonly PropertySpec Spec = new(VirtualMachinePaths.Type, [LogDirectory, VmPathName]);
}
