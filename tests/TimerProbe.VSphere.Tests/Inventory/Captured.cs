namespace TimerProbe.VSphere.Tests.Inventory;

/// <summary>Objects as the client reads them from an answer.</summary>
internal static class Captured
{
    public static ObjectContent Read(PropertySpec spec, StubObject obj)
    {
        ObjectContent? read = null;
        var answer = StubAnswer.Envelope("RetrievePropertiesEx", $"<returnval>{obj.ToXml(spec.PathSet.Select(path => path.Path))}</returnval>");
        using var soap = new SoapReader(
            new MemoryStream(Encoding.UTF8.GetBytes(answer)),
                new ReadingContext(new SoapAnswerLimits(), new SecretFilter()));
        _ = EnvelopeReader.Read(soap, "RetrievePropertiesEx", page => new ObjectContentReader(spec.Of(1), content => read = content).ReadPage(page));
        return read!;
    }

    public static InventoryMap Map(
        IEnumerable<TreeNode>? tree = null, IEnumerable<StubObject>? computeResources = null, IEnumerable<StubObject>? hosts = null) => new(
        new InventoryTree(tree ?? []),
        (computeResources ?? []).Select(one => ComputeResource.Parse(Read(ComputeResource.Spec, one), isVirtualCenter: true)),
        (hosts ?? []).Select(one => ParsedHost.Parse(Read(ParsedHost.Spec, one))));
}
