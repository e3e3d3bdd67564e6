using System.Runtime.Versioning;
using System.Security;
using System.Security.Principal;
using System.Text;
using System.Xml;
using Microsoft.Win32;

namespace TimerProbe.Application.Secrets;

/// <summary>The accounts that tasks and services of this Windows run a program of TimerProbe as.</summary>
[SupportedOSPlatform("windows")]
internal static class ProgramAccounts
{
    private const string Services = @"SYSTEM\CurrentControlSet\Services";

    public static IReadOnlyList<string> Sids(CancellationToken cancellationToken) =>
        [.. OfTasks(cancellationToken).Concat(OfServices()).Select(GetSid).OfType<string>().Distinct()];

    private static IEnumerable<string> OfTasks(CancellationToken cancellationToken)
    {
        var folder = Path.Combine(Environment.SystemDirectory, "Tasks");
        if (!Directory.Exists(folder))
        {
            yield break;
        }

        foreach (var file in Directory.EnumerateFiles(
            folder, "*", new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = true }))
        {
            string? account = null;
            try
            {
                account = TaskAccountParser.GetAccount(GetText(file, cancellationToken));
            }
            catch (FileRefusedException)
            {
            }

            if (account is not null)
            {
                yield return account;
            }
        }
    }

    private static string GetText(string path, CancellationToken cancellationToken)
    {
        using var file = ExternalFile.Open(path);
        return Encoding.UTF8.GetString(ExternalText.ToUtf8(file.Read(FileLimits.Configuration, cancellationToken)).Span);
    }

    private static List<string> OfServices()
    {
        var accounts = new List<string>();
        using var services = Registry.LocalMachine.OpenSubKey(Services);
        foreach (var name in services?.GetSubKeyNames() ?? [])
        {
            try
            {
                using var service = services!.OpenSubKey(name);
                if (service?.GetValue("ImagePath") is string command
                    && command.Contains("timerprobe", StringComparison.OrdinalIgnoreCase)
                    && service.GetValue("ObjectName") is string account)
                {
                    accounts.Add(account);
                }
            }
            catch (SecurityException)
            {
            }
        }

        return accounts;
    }

    private static string? GetSid(string account)
    {
        try
        {
            if (account.StartsWith("S-1-", StringComparison.OrdinalIgnoreCase))
            {
                return new SecurityIdentifier(account).Value;
            }

            var name = account.StartsWith(@".\", StringComparison.Ordinal) ? $@"{Environment.MachineName}{account[1..]}" : account;
            return new NTAccount(name).Translate(typeof(SecurityIdentifier)).Value;
        }
        catch (SystemException)
        {
            return null;
        }
    }
}

/// <summary>Understands a task of Task Scheduler as Windows keeps it in a file ([MS-TSCH] 2.5).</summary>
internal static class TaskAccountParser
{
    private const string Program = "timerprobe";

    /// <summary>
    /// The account that a task runs a program of TimerProbe as, by name or security identifier; null for another task and for what
    /// is no task.
    /// </summary>
    public static string? GetAccount(string xml)
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
