namespace TimerProbe.VSphere.Tests.Stub;

/// <summary>
/// A server that takes paths with a key in a way of its own, made from a seed: the form of its answers, what it passes over, or how it refuses. What it
/// passes over it passes over of every object: nobody could see that some settings of some objects are missing.
/// </summary>
internal sealed class KeyedMutation
{
    /// <summary>Answers to any question with a key.</summary>
    public static readonly Dictionary<string, StubAnswer> Refusals = new(StringComparer.Ordinal)
    {
        ["InvalidProperty of the array"] = StubAnswer.Fault("InvalidProperty", members: "<name>extraConfig</name>"),
        ["InvalidProperty of config"] = StubAnswer.Fault("InvalidProperty", members: "<name>config</name>"),
        ["InvalidRequest"] = StubAnswer.Fault("InvalidRequest"),
        ["NotSupported"] = StubAnswer.Fault("NotSupported"),
        ["SystemError"] = StubAnswer.Fault("SystemError"),
        ["ManagedObjectNotFound"] = StubAnswer.Fault("ManagedObjectNotFound"),
        ["NotAuthenticated"] = StubAnswer.Fault("NotAuthenticated"),
        ["NoPermission"] = StubAnswer.Fault("NoPermission", members: "<privilegeId>System.Read</privilegeId>"),
        ["a plain fault"] = StubAnswer.Text("""
            <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>
            <s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault></s:Body></s:Envelope>
            """, 500),
        ["HTTP 400"] = StubAnswer.Status(400),
        ["HTTP 500"] = StubAnswer.Status(500),
        ["no body"] = StubAnswer.Text(""),
        ["a lost connection"] = StubAnswer.Cut("<returnval/>", 300),
    };

    private static readonly (string Name, Func<KeyedOption, string> Change)[] Names =
    [
        ("its name", option => option.Path),
        ("the array's name", option => option.Array),
        ("a name without the first part", option => option.Path.Split('.', 2)[1]),
        ("a lower-case name", option => option.Path.ToLowerInvariant()),
        ("an upper-case name", option => option.Path.ToUpperInvariant()),
        ("a name without quotes", option => option.Path.Replace("\"", "", StringComparison.Ordinal)),
        ("a name in single quotes", option => option.Path.Replace('"', '\'')),
        ("a name with .value", option => option.Path + ".value"),
        ("a name with a number", option => option.Array + "[7]"),
        ("a name with a blank", option => option.Path + " "),
        ("no name", _ => ""),
    ];

    private static readonly (string Name, Func<KeyedOption, string, string> Change)[] Values =
    [
        ("an option", (option, path) => StubObject.Property(path, "OptionValue", option.Members)),
        ("an option of another type", (option, path) => StubObject.Property(path, "HostOption", option.Members)),
        ("an option twice", (option, path) => string.Concat(Enumerable.Repeat(StubObject.Property(path, "OptionValue", option.Members), 2))),
        ("an upper-case key", (option, path) => StubObject.Property(path, "OptionValue", (option with { Key = option.Key.ToUpperInvariant() }).Members)),
        ("an array", (option, path) => StubObject.Property(path, "ArrayOfOptionValue", $"<OptionValue>{option.Members}</OptionValue>")),
        ("an option in an option", (option, path) => StubObject.Property(path, "OptionValue", $"<option>{option.Members}</option>")),
        ("the value alone", (option, path) => StubObject.Property(path, "xsd:string", option.Value)),
        ("an option without a key", (option, path) => StubObject.Property(path, "OptionValue", $"<value>{option.Value}</value>")),
        ("an option without a value", (option, path) => StubObject.Property(path, "OptionValue", $"<key>{option.Key}</key>")),
        ("an option of another key", (option, path) => StubObject.Property(path, "OptionValue", (option with { Key = "monitor_control.other" }).Members)),
        ("nothing in it", (_, path) => StubObject.Property(path, "OptionValue", "")),
        ("no val", (_, path) => $"<propSet><name>{path}</name></propSet>"),
        ("something unasked beside it", (option, path) => StubObject.Property(path, "OptionValue", option.Members) + StubObject.Property("config.uuid2", "xsd:string", "x")),
        ("InvalidProperty", (_, path) => StubObject.Missing(path, "InvalidProperty")),
        ("NoPermission", (_, path) => StubObject.Missing(path, "NoPermission")),
        ("NotSupported", (_, path) => StubObject.Missing(path, "NotSupported")),
        ("ManagedObjectNotFound", (_, path) => StubObject.Missing(path, "ManagedObjectNotFound")),
    ];

    private static readonly (string Name, Func<KeyedOption, int, bool> Keeps)[] Selections =
    [
        ("all", (_, _) => true),
        ("none", (_, _) => false),
        ("the first", (_, i) => i == 0),
        ("every second", (_, i) => i % 2 == 1),
        ("keys without a dot", (option, _) => !option.Key.Contains('.', StringComparison.Ordinal)),
        ("keys in lower case", (option, _) => !option.Key.Any(char.IsAsciiLetterUpper)),
        ("short keys", (option, _) => option.Key.Length < 15),
    ];

    private static readonly (string Name, Func<StubAnswer, StubAnswer> Change)[] Answers =
    [
        .. Refusals.Select(refusal => (refusal.Key, (Func<StubAnswer, StubAnswer>)(_ => refusal.Value))),
        ("no end of a value", answer => answer.Edited(content => content.Replace("</value></val>", "</val>", StringComparison.Ordinal))),
        ("a quote in a tag", answer => answer.Edited(content => content.Replace("<name>config.", "<name \"config.", StringComparison.Ordinal))),
        ("no objects", answer => answer.Edited(_ => "<returnval/>")),
        ("objects without a reference", answer => answer.Edited(content => content.Replace("<obj type=", "<other type=", StringComparison.Ordinal).Replace("</obj>", "</other>", StringComparison.Ordinal))),
        ("half of it", answer => answer.Edited(content => content[..(content.Length / 2)])),
    ];

    private readonly (string Name, Func<KeyedOption, string> Change) _name;
    private readonly (string Name, Func<KeyedOption, string, string> Change) _value;
    private readonly (string Name, Func<KeyedOption, int, bool> Keeps) _selection;
    private readonly (string Name, Func<StubAnswer, StubAnswer> Change)? _answer;
    private readonly int _every;
    private readonly string _description;

    public KeyedMutation(int seed)
    {
        var random = new Random(seed);
        _name = Pick(random, Names, ofTen: 4);
        _value = Pick(random, Values, ofTen: 5);
        _selection = Pick(random, Selections, ofTen: 3);
        _answer = random.Next(10) < 2 ? Answers[random.Next(Answers.Length)] : null;
        _every = _selection.Name == "all" && random.Next(2) == 0 ? random.Next(1, 50) : 1;
        _description = string.Create(CultureInfo.InvariantCulture, $"seed {seed}: {_selection.Name}, {_name.Name}, {_value.Name}, every {_every}, {_answer?.Name ?? "answered"}");
    }

    public override string ToString() => _description;

    /// <summary>The options of an object; the changed form of every so many.</summary>
    public string Form(IReadOnlyList<KeyedOption> options) => options.Count > 0 && options[0].Owner % _every != 0
        ? string.Concat(options.Select(option => option.ToXml()))
        : string.Concat(options.Where(_selection.Keeps).Select(option => _value.Change(option, _name.Change(option))));

    public StubAnswer Answer(StubRequest request, Func<StubRequest, StubAnswer> usual) =>
        _answer is { } answer ? answer.Change(usual(request)) : usual(request);

    private static T Pick<T>(Random random, T[] all, int ofTen) => random.Next(10) < ofTen ? all[random.Next(all.Length)] : all[0];
}
