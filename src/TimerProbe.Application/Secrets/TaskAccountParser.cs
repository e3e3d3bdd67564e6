using System.Xml;

namespace TimerProbe.Application.Secrets;

/// <summary>Understands a task of Task Scheduler as Windows keeps it in a file ([MS-TSCH] 2.5).</summary>
internal static class TaskAccountParser
{
    private const string Program = "timerprobe";

    /// <summary>The account that a task runs a program of TimerProbe as, by name or security identifier; null for another task and for what is no task.</summary>
    public static string? AccountOf(string xml)
    {
        try
        {
            using var reader = XmlReader.Create(new StringReader(xml), new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit });
            string? account = null;
            var isOwn = false;
            var of = "";
            while (reader.Read())
            {
                if (reader.NodeType == XmlNodeType.Element)
                {
                    of = reader.LocalName;
                }
                else if (reader.NodeType == XmlNodeType.Text)
                {
                    account = of == "UserId" ? reader.Value.Trim() : account;
                    isOwn |= of is "Command" or "Arguments" && reader.Value.Contains(Program, StringComparison.OrdinalIgnoreCase);
                }
            }

            return isOwn ? account : null;
        }
        catch (XmlException)
        {
            return null;
        }
    }
}
