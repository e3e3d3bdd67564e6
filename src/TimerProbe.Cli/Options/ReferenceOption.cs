using System.CommandLine;
using TimerProbe.Guest.References;

namespace TimerProbe.Cli.Options;

/// <summary>The option that names an NTP server. Without it no connection is opened for the time.</summary>
internal static class ReferenceOption
{
    public static Option<NtpAddress?> Create(string description) => new("--reference")
    {
        Description = description,
        HelpName = "HOST",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (NtpAddress.Parse(text) is { } address)
            {
                return address;
            }

            result.AddError($"--reference takes an NTP server as HOST or HOST:PORT, not '{text}'");
            return null;
        },
    };
}
