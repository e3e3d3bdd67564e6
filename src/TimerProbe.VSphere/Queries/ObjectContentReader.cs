using TimerProbe.VSphere.Soap;

namespace TimerProbe.VSphere.Queries;

/// <summary>Reads a page of objects, handing each on as soon as it is read.</summary>
internal sealed class ObjectContentReader(IReadOnlyList<PropertyPath> paths, Action<ObjectContent> each)
{
    private readonly Dictionary<string, PropertyPath> _paths = paths.DistinctBy(path => path.Path, StringComparer.Ordinal).ToDictionary(path => path.Path, StringComparer.Ordinal);

    /// <summary>The token of the next page as soon as it is known; null on the last.</summary>
    public string? Token { get; private set; }

    /// <summary>Reads the page at whose answer the reader stands.</summary>
    /// <returns>Whether there is another.</returns>
    public bool ReadPage(SoapReader soap)
    {
        Token = null;
        var values = new ValueReader(soap);
        for (var answer = soap.Depth; soap.NextChild(answer);)
        {
            for (var page = soap.Depth; soap.NextChild(page);)
            {
                switch (soap.Name)
                {
                    case "token":
                        Token = soap.Text() is { Length: > 0 } token ? token : null;
                        break;
                    case "objects":
                        each(ReadObject(soap, values));
                        break;
                }
            }
        }

        return Token is not null;
    }

    private static MissingProperty ReadMissing(SoapReader soap)
    {
        var path = "";
        var fault = new VSphereFault("", "");
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "path":
                    path = soap.SharedText();
                    break;
                case "fault":
                    fault = ReadLocalizedFault(soap);
                    break;
            }
        }

        return new MissingProperty(path, fault);
    }

    private static VSphereFault ReadLocalizedFault(SoapReader soap)
    {
        var fault = new VSphereFault("", "");
        var message = "";
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "fault":
                    fault = FaultReader.ReadMembers(soap, soap.Type ?? "");
                    break;
                case "localizedMessage":
                    message = Printable.Line(soap.Text());
                    break;
            }
        }

        return fault with { Message = message };
    }

    private ObjectContent ReadObject(SoapReader soap, ValueReader values)
    {
        var obj = default(ManagedObjectReference);
        var properties = new List<DynamicProperty>(_paths.Count);
        List<MissingProperty>? missing = null;
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "obj":
                    obj = soap.Reference();
                    break;
                case "propSet":
                    ReadProperty(soap, values, properties);
                    break;
                case "missingSet":
                    (missing ??= []).Add(ReadMissing(soap));
                    break;
            }
        }

        return new ObjectContent(obj, properties, missing is null ? [] : missing);
    }

    private void ReadProperty(SoapReader soap, ValueReader values, List<DynamicProperty> properties)
    {
        var name = "";
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "name":
                    name = soap.SharedText();
                    break;
                case "val":
                    properties.Add(new DynamicProperty(name, values.Read(_paths.GetValueOrDefault(name))));
                    break;
            }
        }
    }
}
