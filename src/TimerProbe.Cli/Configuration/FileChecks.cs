using System.Globalization;
using TimerProbe.Application;
using TimerProbe.Application.Alerting;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Secrets;
using TimerProbe.Cli.Output;
using TimerProbe.Fleet.Alerts.Delivery;
using TimerProbe.VSphere;

namespace TimerProbe.Cli.Configuration;

/// <summary>Looks at what a configuration names on this machine: secrets, certificates, folders, dates.</summary>
internal sealed class FileChecks(FileConfiguration configuration, Terminal terminal, TimeProvider time, CancellationToken cancel)
{
    public IReadOnlyList<CheckLine> Run() =>
    [
        .. Secrets().Select(secret => Secret(secret.What, secret.Reference)),
        .. configuration.VCenters.Where(vcenter => vcenter.CaFile is not null).Select(Authorities),
        .. Receivers().Select(receiver => Authorities(receiver.Of, receiver.CaFile)),
        .. configuration.GuestResults is { } folder ? [Folder(folder)] : Array.Empty<CheckLine>(),
        .. configuration.Outputs.Where(output => output.File is not null).Select(Output),
        .. configuration.Muting.Mutes.Select(Mute),
        .. configuration.Alerts is { } alerts ? Alerts(alerts) : [],
        .. Contradictions(),
    ];

    /// <summary>What is well-formed and still never works.</summary>
    private IEnumerable<CheckLine> Contradictions()
    {
        if (configuration is { Anonymize: true, Store.Save: true })
        {
            yield return new CheckLine(CheckOutcome.Bad, "anonymize", "pseudonyms are not kept, and \"save\" of the store keeps every run: take out one of the two");
        }

        if (configuration is { Alerts: not null, Store: not { Save: true } })
        {
            yield return new CheckLine(CheckOutcome.Doubtful, "alerts", "they are made of runs that are kept: without \"save\": true in the store, or --save, none are made");
        }

        if (configuration.Alerts is { Webhooks: [], Mail: null, Syslog: null, EventLog: null, Command: null })
        {
            yield return new CheckLine(CheckOutcome.Doubtful, "alerts", "there is no way to send them: name webhooks, mail, syslog, eventLog or command");
        }
    }

    private IEnumerable<(string What, SecretReference Reference)> Secrets()
    {
        foreach (var vcenter in configuration.VCenters.Where(vcenter => vcenter.Password is not null))
        {
            yield return ($"password of {vcenter.Server}", vcenter.Password!);
        }

        if (configuration.Store?.Password is { } store)
        {
            yield return ("password of the store", store);
        }

        if (configuration.Alerts?.Mail?.Password is { } mail)
        {
            yield return ("password of the mail server", mail);
        }

        foreach (var webhook in configuration.Alerts?.Webhooks.Where(webhook => webhook.Secret is not null) ?? [])
        {
            yield return ($"key of {webhook.Url.Host}", webhook.Secret!);
        }
    }

    private CheckLine Secret(string what, SecretReference reference)
    {
        try
        {
            _ = SecretSource.Read(reference, cancel);
            return new CheckLine(CheckOutcome.Good, what, reference.Kind switch
            {
                SecretKind.File => "its file can be read, and by nobody else",
                SecretKind.Environment => "its environment variable is set",
                _ => "Credential Manager has it",
            });
        }
        catch (UseCaseException wrong)
        {
            return new CheckLine(CheckOutcome.Bad, what, wrong.Message);
        }
    }

    private CheckLine Authorities(VCenterSettings vcenter)
    {
        try
        {
            _ = vcenter.Trust(cancel);
            return new CheckLine(CheckOutcome.Good, $"CA of {vcenter.Server}", $"{vcenter.CaFile} holds certificates");
        }
        catch (VSphereException wrong)
        {
            return new CheckLine(CheckOutcome.Bad, $"CA of {vcenter.Server}", wrong.Message);
        }
    }

    private IEnumerable<(string Of, string CaFile)> Receivers()
    {
        foreach (var webhook in configuration.Alerts?.Webhooks.Where(webhook => webhook.CaFile is not null) ?? [])
        {
            yield return (webhook.Url.Host, webhook.CaFile!);
        }

        if (configuration.Alerts?.Mail is { CaFile: { } caFile } mail)
        {
            yield return (mail.Host, caFile);
        }
    }

    private static CheckLine Authorities(string of, string caFile)
    {
        try
        {
            _ = ReceiverCertificates.ReadAuthorities(caFile);
            return new CheckLine(CheckOutcome.Good, $"CA of {of}", $"{caFile} holds certificates");
        }
        catch (AlertNotDeliveredException wrong)
        {
            return new CheckLine(CheckOutcome.Bad, $"CA of {of}", wrong.Message);
        }
    }

    private static CheckLine Folder(string folder)
    {
        try
        {
            _ = Directory.EnumerateFileSystemEntries(folder).FirstOrDefault();
            return new CheckLine(CheckOutcome.Good, "guest results", $"{folder} can be read");
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return new CheckLine(CheckOutcome.Bad, "guest results", unreadable.Message);
        }
    }

    private CheckLine Output(ConfiguredOutput output)
    {
        try
        {
            // As a scan opens it: a file beside it is made and removed.
            using var destination = DocumentOutput.Open(terminal, new OutputSettings(output.Format, output.File, NoColor: true));
            return new CheckLine(CheckOutcome.Good, $"output {output.Format}", $"{output.File} can be written");
        }
        catch (UseCaseException wrong)
        {
            return new CheckLine(CheckOutcome.Bad, $"output {output.Format}", wrong.Message);
        }
    }

    private CheckLine Mute(Core.Advice.Mute mute)
    {
        var what = $"mute {mute.Rule}{(mute.Subject is null ? "" : $" of {mute.Subject}")}";
        var day = mute.Expires.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
        return mute.HasExpired(DateOnly.FromDateTime(time.GetUtcNow().UtcDateTime))
            ? new CheckLine(CheckOutcome.Doubtful, what, $"expired on {day} and mutes nothing: renew it or take it out")
            : new CheckLine(CheckOutcome.Good, what, $"until {day}: {mute.Reason}");
    }

    private static IEnumerable<CheckLine> Alerts(AlertSettings alerts)
    {
        if (alerts.Command is { } command)
        {
            yield return File.Exists(command.File)
                ? new CheckLine(CheckOutcome.Good, "alert command", $"{command.File} is there")
                : new CheckLine(CheckOutcome.Bad, "alert command", $"{command.File} does not exist");
        }

        yield return new CheckLine(CheckOutcome.NotChecked, "alerts", "nothing is sent by this check");
    }
}
