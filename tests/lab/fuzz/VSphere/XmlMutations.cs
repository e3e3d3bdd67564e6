namespace TimerProbe.Fuzz.VSphere;

/// <summary>Changes to the XML of an answer: most leave it XML, and some of those even an answer.</summary>
internal static class XmlMutations
{
    private static readonly (string Name, Action<XmlTokens, Random> Change)[] All =
    [
        ("another text", (xml, random) => ReplaceText(xml, random, OddTexts.Any(random))),
        ("another text", (xml, random) => ReplaceText(xml, random, OddTexts.Any(random))),
        ("another number", (xml, random) => ReplaceText(xml, random, OddTexts.Number(random), "0123456789")),
        ("another time", (xml, random) => ReplaceText(xml, random, OddTexts.Time(random), "T:Z-")),
        ("an element less", Drop),
        ("an element less", Drop),
        ("an element again and again", Repeat),
        ("an element elsewhere", Move),
        ("another type", Retype),
        ("another name", Rename),
        ("an attribute more", AddAttribute),
        ("a tag less", (xml, random) => xml.All.RemoveAt(random.Next(xml.All.Count))),
        ("deep elements", Nest),
        ("a piece of something else", Insert),
        ("the end missing", Truncate),
        ("a document type", (xml, _) => xml.All.Insert(1, "<!DOCTYPE a [<!ENTITY b \"&#x41;&#x41;\"><!ENTITY c SYSTEM \"file:///etc/passwd\">]>")),
        ("another namespace", Renamespace),
    ];

    public static byte[] Change(byte[] answer, FuzzCase fuzz)
    {
        var xml = XmlTokens.Of(answer);
        for (var left = fuzz.Random.Next(1, 5); left > 0 && xml.All.Count > 1; left--)
        {
            var (name, change) = fuzz.Pick(All);
            fuzz.Story.Add("  " + name);
            change(xml, fuzz.Random);
        }

        return xml.ToBytes();
    }

    private static void ReplaceText(XmlTokens xml, Random random, string text, string characters = "")
    {
        var place = xml.Find(random, index => xml.IsText(index) && xml.All[index].AsSpan().ContainsAny(characters.Length == 0 ? xml.All[index] : characters));
        if (place >= 0)
        {
            xml.All[place] = XmlTokens.Spelled(text);
        }
    }

    private static void Drop(XmlTokens xml, Random random)
    {
        if (Element(xml, random) is var (start, end))
        {
            xml.All.RemoveRange(start, end - start + 1);
        }
    }

    private static void Truncate(XmlTokens xml, Random random)
    {
        var end = random.Next(1, xml.All.Count);
        xml.All.RemoveRange(end, xml.All.Count - end);
    }

    private static void Repeat(XmlTokens xml, Random random)
    {
        if (Element(xml, random) is var (start, end))
        {
            var element = xml.All.GetRange(start, end - start + 1);
            var times = Math.Min(1 << random.Next(12), 2_000_000 / Math.Max(1, element.Sum(token => token.Length)));
            xml.All.InsertRange(start, Enumerable.Repeat(element, times).SelectMany(tokens => tokens));
        }
    }

    private static void Move(XmlTokens xml, Random random)
    {
        if (Element(xml, random) is var (start, end))
        {
            var element = xml.All.GetRange(start, end - start + 1);
            xml.All.RemoveRange(start, element.Count);
            xml.All.InsertRange(random.Next(xml.All.Count + 1), element);
        }
    }

    private static void Retype(XmlTokens xml, Random random)
    {
        string[] types = ["xsd:string", "xsd:long", "xsd:dateTime", "ManagedObjectReference", "ArrayOfOptionValue", "ArrayOfString", "VmPoweredOnEvent", "EventEx", "x:y:z", "", XmlTokens.Spelled(OddTexts.Any(random))];
        var type = types[random.Next(types.Length)];
        var place = xml.Find(random, index => xml.All[index].Contains("type=\"", StringComparison.Ordinal));
        if (place >= 0)
        {
            var tag = xml.All[place];
            var from = tag.IndexOf("type=\"", StringComparison.Ordinal) + 6;
            xml.All[place] = tag[..from] + type + tag[tag.IndexOf('"', from)..];
        }
    }

    private static void Rename(XmlTokens xml, Random random)
    {
        if (Element(xml, random) is var (start, end))
        {
            string[] names = ["x", "obj", "val", "name", "token", "returnval", "key", "value", "fault", "objects", "propSet", "Fault", "n" + new string('n', 1 << random.Next(14))];
            var name = names[random.Next(names.Length)];
            xml.All[start] = $"<{name}{(xml.All[start].IndexOf(' ', StringComparison.Ordinal) is > 0 and var blank ? xml.All[start][blank..] : ">")}";
            xml.All[end] = $"</{name}>";
        }
    }

    private static void AddAttribute(XmlTokens xml, Random random)
    {
        var place = xml.Find(random, xml.IsStart);
        if (place >= 0)
        {
            string[] attributes = ["type=\"HostSystem\"", "xsi:nil=\"true\"", "xmlns=\"urn:other\"", "xmlns:xsi=\"urn:other\"", "a=\"" + XmlTokens.Spelled(OddTexts.Any(random)) + "\"", "xml:space=\"preserve\"", "xsi:type=\"xsd:dateTime\""];
            xml.All[place] = xml.All[place][..^1] + " " + attributes[random.Next(attributes.Length)] + ">";
        }
    }

    private static void Nest(XmlTokens xml, Random random)
    {
        var depth = 1 << random.Next(14);
        xml.All.Insert(random.Next(1, xml.All.Count), string.Concat(Enumerable.Repeat("<a>", depth)) + string.Concat(Enumerable.Repeat("</a>", depth)));
    }

    private static void Insert(XmlTokens xml, Random random)
    {
        string[] pieces =
        [
            "<!-- " + new string('x', 1 << random.Next(16)) + " -->", "<![CDATA[<&>]]>", "<?php echo ?>", "&unknown;", "&b;", "&#x110000;", "&#0;", "\u0001", "<", "]]>", "<a/>", "&#xD800;",
            "<![CDATA[" + new string('<', 1 << random.Next(20)) + "]]>", new string(' ', 1 << random.Next(20)),
                "<token>" + XmlTokens.Spelled(OddTexts.Any(random)) + "</token>",
            $"<token>{random.Next(3)}</token>", "<objects/>", "<obj type=\"VirtualMachine\">vm-1</obj>",
        ];
        xml.All.Insert(random.Next(xml.All.Count), pieces[random.Next(pieces.Length)]);
    }

    private static void Renamespace(XmlTokens xml, Random random)
    {
        var place = xml.Find(random, index => xml.All[index].Contains("urn:vim25", StringComparison.Ordinal));
        if (place >= 0)
        {
            xml.All[place] = xml.All[place].Replace("urn:vim25", "urn:vim26", StringComparison.Ordinal);
        }
    }

    private static (int Start, int End)? Element(XmlTokens xml, Random random) =>
        xml.Find(random, xml.IsStart) is >= 0 and var start ? (start, xml.EndOf(start)) : null;
}
