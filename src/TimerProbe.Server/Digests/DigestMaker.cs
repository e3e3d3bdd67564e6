using TimerProbe.Application.Alerting;
using TimerProbe.Application.Configuration;
using TimerProbe.Fleet.Alerts;
using TimerProbe.Fleet.Alerts.Delivery;
using TimerProbe.Fleet.Store;
using TimerProbe.Server.Schedule;
using TimerProbe.Server.Views;

namespace TimerProbe.Server.Digests;

/// <summary>Makes the report that is mailed on a schedule, and puts it beside the alerts that are to be sent.</summary>
internal sealed class DigestMaker(ServerContext context, LatestFleet latest, FleetHistoryView past) : IDigest
{
    /// <summary>How far back the first report looks.</summary>
    private static readonly TimeSpan First = TimeSpan.FromDays(7);

    /// <summary>Is told when one was made.</summary>
    public Action Made { get; set; } = static () => { };

    /// <summary>The way of reports, if a configuration has one.</summary>
    public IReadOnlyList<IAlertChannel> ChannelsOf(FileConfiguration configuration) => configuration.Alerts?.Mail is { Digest: { } digest } mail
        ? [new MailReportChannel(AlertChannels.RouteOf(mail, digest.To.Count > 0 ? digest.To : mail.To), new WholeReport(context).OfAsync)]
        : [];

    /// <inheritdoc/>
    public async Task MakeAsync(DateTimeOffset dueAt, CancellationToken cancel)
    {
        var configuration = context.Configuration;
        if (configuration.Alerts?.Mail?.Digest is not { } digest)
        {
            return;
        }

        var fleet = await latest.WaitAsync(0, cancel);
        var before = await context.Store.Alerts.LastAsync(MailReport.Digest, cancel) is { } payload ? MailReport.Read(payload) : null;
        if (before?.DueAt >= dueAt)
        {
            return;
        }

        var now = (await context.Store.ReadClockAsync(cancel)).Store;
        var last = await context.Store.History.LastChangeAsync(cancel);
        var since = before?.At ?? now - First;
        var changes = await past.ChangesAsync(before?.LastChange ?? 0, last, before is null ? since : DateTimeOffset.UnixEpoch, cancel);
        if (changes.Changes.Count == 0 && fleet.Targets.All(target => target.Failures == 0) && !digest.WhenUnchanged)
        {
            return;
        }

        var report = new MailReport
        {
            Title = DigestContent.TitleOf(fleet, now),
            DueAt = dueAt,
            At = now,
            LastChange = last,
            Sections = DigestContent.Create(fleet, changes, since),
            Scans = digest.Detail == "report" ? [.. fleet.VCenters.Select(vcenter => new MailedScan(vcenter.Server, vcenter.DocumentId))] : [],
            Link = configuration.Server?.PublicAddress,
        };
        await context.Store.Alerts.AddAsync([new NewAlert(AlertId.OfReport(dueAt), MailReport.Digest, MailReport.Digest, DigestContent.SubjectOf(fleet), report.Write())], cancel);
        Made();
    }
}
