namespace TimerProbe.VSphere.Tests.Vcsim;

/// <summary>What the lab says of a virtual machine.</summary>
internal sealed record Label(string Name, string Id, string Uuid, string Cluster, string Host, string Placement, string? HomeHost)
{
    public static IReadOnlyList<Label> Read(string file)
    {
        using var labels = JsonDocument.Parse(File.ReadAllText(file));
        return [.. labels.RootElement.EnumerateArray().Select(label => new Label(
            Text(label, "decoded") ?? Text(label, "name")!,
            Text(label, "id")!,
            Text(label, "uuid")!,
            Text(label, "cluster")!,
            Text(label, "host")!,
            Text(label, "placement")!,
            Text(label, "homeHost")))];
    }

    private static string? Text(JsonElement label, string name) => label.TryGetProperty(name, out var value) ? value.GetString() : null;
}
