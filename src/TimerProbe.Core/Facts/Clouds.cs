namespace TimerProbe.Core.Facts;

/// <summary>Public clouds: how each is known, and the commands that stop and start its machines.</summary>
public static class Clouds
{
    /// <summary>The tag that Azure gives the chassis of all its machines.</summary>
    internal const string AzureTag = "7783-7084-3265-9085-8269-3286-77";

    private static readonly string[] NamedAsTheyAre =
    [
        "Alibaba Cloud", "Tencent Cloud", "DigitalOcean", "Hetzner", "Vultr", "Scaleway", "UpCloud", "Exoscale", "OVHcloud", "Volcengine", "netcup",
    ];

    /// <summary>Words of maker, product or chassis' tag (cloud-init's <c>ds-identify</c>, the clouds' pages); then of a kernel.</summary>
    private static readonly (string Name, string[] Words, string[] Kernels, string? Commands)[] All =
    [
        ("EC2", ["Amazon EC2"], ["-aws", ".amzn"], "aws ec2 stop-instances --instance-ids ID\naws ec2 wait instance-stopped --instance-ids ID\naws ec2 start-instances --instance-ids ID"),
        ("Google Cloud", ["Google"], ["-gcp"], "gcloud compute instances stop NAME --zone ZONE\ngcloud compute instances start NAME --zone ZONE"),
        ("Oracle Cloud", ["OracleCloud.com"], ["-oracle"], "oci compute instance action --instance-id ID --action STOP --wait-for-state STOPPED\noci compute instance action --instance-id ID --action START"),
        ("Huawei Cloud", ["HUAWEICLOUD"], [], null),
        ("IBM Cloud", ["IBM:Cloud", "ibmcloud"], [], null),
        ("Linode", ["Linode", "Akamai"], [], null),
        ("Yandex Cloud", ["Yandex"], [], null),
        .. NamedAsTheyAre.Select(name => (name, new[] { name }, Array.Empty<string>(), (string?)null)),
    ];

    /// <summary>An asset tag of a chassis where it is a cloud's own; null for another, which may be a secret of its owner.</summary>
    public static string? KnownTag(string? tag) =>
        tag?.Trim() is { } text && (text == AzureTag || All.Any(cloud => cloud.Words.Any(word => Has(text, word)))) ? text : null;

    /// <summary>The cloud that a machine names; null without one.</summary>
    /// <param name="byKernel">Whether the kernel's name may decide: it may where SMBIOS names nothing of its own.</param>
    internal static (string Name, string? Commands)? Find(MachineFacts machine, bool byKernel)
    {
        string?[] names = [machine.SmbiosManufacturer, machine.SmbiosProduct, machine.SmbiosChassisAssetTag];
        var found = Array.Find(All, cloud => cloud.Words.Any(word => names.Any(name => Has(name, word)))
            || (byKernel && cloud.Kernels.Any(word => Has(machine.Os, word)))
            || (cloud.Name == "EC2" && machine.SmbiosUuid?.StartsWith("ec2", StringComparison.OrdinalIgnoreCase) == true));
        return found.Name is null ? null : (found.Name, found.Commands);
    }

    private static bool Has(string? text, string word) => text?.Contains(word, StringComparison.OrdinalIgnoreCase) == true;
}
