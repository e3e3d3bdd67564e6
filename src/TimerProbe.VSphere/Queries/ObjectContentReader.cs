namespace TimerProbe.VSphere.Queries;

/// <summary>Reads a page of objects, handing each on as soon as it is read.</summary>
internal sealed class ObjectContentReader(PropertySpec spec, Action<ObjectContent> handle)
{
    private readonly Dictionary<string, PropertyPath> _paths =
        spec.All.SelectMany(item => item.PathSet)
            .SelectMany(path => path.Sent, (path, sent) => (sent, path))
            .DistinctBy(path => path.sent)
            .ToDictionary(path => path.sent, path => path.path);

    private readonly int _size = spec.PathSet.Count;
    private readonly bool _hasKeys = spec.Keyed.Any();
    private readonly HashSet<string> _tokens = [];
    private PageProgress<ManagedObjectReference>? _objects;

    /// <summary>The token of the next page as soon as it is known; null on the last.</summary>
    public string? Token { get; private set; }

    public bool ReadToken(SoapReader soap)
    {
        Token = soap.NextChild(soap.Depth) && soap.NextChild(soap.Depth) && soap.Name == "token" && soap.Handle() is { Length: > 0 } token
            ? token
            : null;
        return Token is not null;
    }

    /// <summary>Whether there is another page, which <paramref name="next"/> gets as soon as that is known.</summary>
    /// <exception cref="XmlException">The pages go in a circle.</exception>
    public bool ReadPage(SoapReader soap, Action<string>? next = null)
    {
        Token = null;
        _objects ??= new PageProgress<ManagedObjectReference>(soap.Limits.EmptyPages);
        var values = new ValueReader(soap);
        for (var answer = soap.Depth; soap.NextChild(answer);)
        {
            for (var page = soap.Depth; soap.NextChild(page);)
            {
                switch (soap.Name)
                {
                    case "token":
                        Token = soap.Handle() is { Length: > 0 } token ? token : null;
                        if (Token is not null && !_tokens.Contains(Token))
                        {
                            next?.Invoke(Token);
                        }

                        break;
                    case "objects":
                        if (ReadObject(soap, values) is { } content)
                        {
                            _objects.Add(content.Obj);
                            handle(content);
                        }

                        break;
                }
            }
        }

        if (Token is null)
        {
            return false;
        }

        _objects.EndPage();
        return !_tokens.Add(Token) || _objects.IsRepeated || _objects.IsExhausted
            ? throw new XmlException("its pages bring nothing new, and say that there are more") : true;
    }

    private static (string Path, VSphereFault Fault) ReadMissing(SoapReader soap)
    {
        soap.Keep(0);
        var path = "";
        var fault = new VSphereFault("", "");
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "path": path = soap.Term(soap.SharedText()); break;
                case "fault": fault = ReadLocalizedFault(soap); break;
            }
        }

        return (path, fault);
    }

    private static VSphereFault ReadLocalizedFault(SoapReader soap)
    {
        var fault = new VSphereFault("", "");
        var message = "";
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "fault": fault = EnvelopeReader.ReadFault(soap, soap.Type ?? ""); break;
                case "localizedMessage": message = soap.Line(); break;
            }
        }

        return fault with { Message = message };
    }

    /// <summary>The object; null when it does not say which it is, which is noted.</summary>
    private ObjectContent? ReadObject(SoapReader soap, ValueReader values)
    {
        ManagedObjectReference? obj = null;
        soap.Place = ("an object", "");
        var properties = new List<(string Name, VimValue Val)>(_size);
        List<(string Path, VSphereFault Fault)>? missing = null;
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "obj":
                    obj = soap.Reference();
                    soap.Place = (obj?.Value ?? "an object", "");
                    break;
                case "propSet": ReadProperty(soap, values, properties); break;
                case "missingSet": AddMissing(missing ??= [], ReadMissing(soap)); break;
            }
        }

        if (obj is not { } reported)
        {
            soap.Place = (properties.Find(property => property.Name == "name").Val?.Text ?? "it has no name either", "");
            soap.Refuse(RefusalKind.Object);
            return null;
        }

        return new ObjectContent(reported, properties, missing is null ? [] : missing);
    }

    private void ReadProperty(SoapReader soap, ValueReader values, List<(string Name, VimValue Val)> properties)
    {
        var name = "";
        PropertyPath? path = null;
        VimValue? value = null;
        for (var depth = soap.Depth; soap.NextChild(depth);)
        {
            switch (soap.Name)
            {
                case "name":
                    name = soap.SharedText();
                    path = _paths.GetValueOrDefault(name);
                    soap.Place = soap.Place with { Property = name };
                    break;
                case "val": value = values.Read(path); break;
            }
        }

        var isOption = path is { Keys: not null };
        if (_hasKeys && (path is null || (isOption && !IsOption(name, value))))
        {
            throw RefusesKeys(soap.Term(name));
        }

        if (value is not null)
        {
            Add(properties, path?.Path ?? name, value, isOption);
        }
    }

    private static bool IsOption(string name, VimValue? value) =>
        value?["value"] is not null && name.EndsWith($"[\"{value["key"]?.Text}\"]", StringComparison.OrdinalIgnoreCase);

    private static void Add(List<(string Name, VimValue Val)> properties, string name, VimValue value, bool isOption)
    {
        var before = isOption ? properties.FindIndex(property => property.Name == name) : -1;
        if (before >= 0)
        {
            properties[before] = (name, properties[before].Val.With(value));
            return;
        }

        properties.Add((name, isOption ? new VimValue(name, "ArrayOfOptionValue", "", isReference: false, [value]) : value));
    }

    private static VSphereException RefusesKeys(string path) => new(VSphereErrorKind.Fault, $"it does not answer for {path}")
    {
        Fault = new VSphereFault("InvalidProperty", "") { Name = path },
    };

    /// <summary>Options of one array that may not be read are reported as one.</summary>
    /// <exception cref="VSphereException">The server does not know paths with a key, and says so of an object.</exception>
    private void AddMissing(List<(string Path, VSphereFault Fault)> missing, (string Path, VSphereFault Fault) gap)
    {
        if (_paths.GetValueOrDefault(gap.Path) is not { Keys: not null } path)
        {
            missing.Add(gap);
        }
        else if (gap.Fault.Type == "InvalidProperty")
        {
            throw RefusesKeys(gap.Path);
        }
        else if (!missing.Exists(other => other.Path == path.Path))
        {
            missing.Add(gap with { Path = path.Path });
        }
    }
}
