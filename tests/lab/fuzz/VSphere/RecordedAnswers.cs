using System.Reflection;
using System.Xml.Linq;

namespace TimerProbe.Fuzz.VSphere;

/// <summary>What the simulated vCenter once answered, by what was asked.</summary>
internal static class RecordedAnswers
{
    private const string Prefix = "recorded/";

    /// <summary>Every answer, by the name of its request and how many times that came.</summary>
    public static IReadOnlyDictionary<string, byte[]> All { get; } = ReadAll();

    /// <summary>A request by its method, the type it asks for, and the first property.</summary>
    public static string GetName(string request)
    {
        var call = XDocument.Parse(request).Root!.Elements().Single().Elements().Single();
        string?[] parts = [call.Name.LocalName, First(call, "type"), First(call, "pathSet"), First(call, "eventTypeId")];
        // The end of a view's long name tells it from the others.
        var view = call.Descendants().FirstOrDefault(element => element.Name.LocalName == "obj")?.Value is { Length: > 8 } name ? name[^8..] : null;
        return string.Concat(
            string.Join('-', parts.Append(view).Where(part => part is not null))
                .Select(c => char.IsAsciiLetterOrDigit(c) || c == '-' ? c : '_'));
    }

    /// <summary>The answer to a request of this name; of one that comes more often than it was recorded, the last.</summary>
    public static byte[] Get(string name, int turn)
    {
        for (; turn > 0; turn--)
        {
            if (All.TryGetValue($"{name}.{turn}", out var answer))
            {
                return answer;
            }
        }

        var method = name.Split('-')[0];
        return Encoding.UTF8.GetBytes(
            $"""<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><{method}Response xmlns="urn:vim25"/></e:Body></e:Envelope>""");
    }

    private static string? First(XElement call, string member) => call.Descendants().FirstOrDefault(element => element.Name.LocalName == member)?.Value;

    private static Dictionary<string, byte[]> ReadAll()
    {
        var assembly = Assembly.GetExecutingAssembly();
        return assembly.GetManifestResourceNames().Where(name => name.StartsWith(Prefix, StringComparison.Ordinal))
            .Order(StringComparer.Ordinal).ToDictionary(name => name[Prefix.Length..], name =>
        {
            using var stream = assembly.GetManifestResourceStream(name)!;
            using var bytes = new MemoryStream();
            stream.CopyTo(bytes);
            return bytes.ToArray();
        });
    }
}
