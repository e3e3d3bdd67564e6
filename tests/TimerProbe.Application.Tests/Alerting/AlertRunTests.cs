using Microsoft.Extensions.Time.Testing;

namespace TimerProbe.Application.Tests.Alerting;

public sealed class AlertRunTests
{
    private static readonly DateTimeOffset At = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);

    [Fact]
    public void The_schema_is_what_the_records_say() => SchemaFile.AssertSays(AlertSchema.File, AlertSchema.Json);

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public async Task What_is_made_fits_the_schema(string name)
    {
        var target = new TargetHealth(name, 3, At, LastSuccessAt: null, "it does not answer") { Before = new TargetHealth(name, 2, At, At, name) };
        var run = Run([.. Enumerable.Range(0, 25).Select(number => Away(name) with { Id = FormattableString.Invariant($"vm-{number}") }), Slow(name)]) with
        { Targets = [target] };
        var alerts = Make("""{ "command": { "file": "tell" } }""", MuteList.None, run);

        Assert.Equal(["wentAway", "turnedSlow", "notAnswering"], alerts.Select(alert => alert.Kind));
        foreach (var alert in alerts)
        {
            await DocumentSchema.AssertValidAsync(alert.Payload, AlertSchema.File);
        }
    }

    [Fact]
    public void Each_way_that_is_configured_gets_its_own_and_shows_no_address()
    {
        const string alerts = """
            {
              "webhooks": [ { "url": "https://hooks.example.org/T0/secret-one" }, { "url": "https://hooks.example.org/T0/secret-two" } ],
              "mail": { "host": "h", "from": "a@b", "to": ["b@c"] },
              "command": { "file": "tell" }
            }
            """;
        var made = Make(alerts, MuteList.None, Run(Away("DB01")));

        Assert.Equal(4, made.Count);
        Assert.Single(made.Select(alert => alert.Id).Distinct());
        Assert.Equal(4, made.Select(alert => alert.Channel).Distinct().Count());
        Assert.DoesNotContain(
            made, alert => alert.Channel.Contains("secret", StringComparison.Ordinal) || alert.Payload.Contains("secret", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("DB*", "2026-12-31", 0)]
    [InlineData("DB01", "2026-10-31", 1)]
    [InlineData("WEB*", "2026-12-31", 1)]
    public void A_mute_of_the_rule_about_machines_away_mutes_its_alerts(string subject, string expires, int alerts)
    {
        var mutes = new MuteList { Mutes = [new Mute("TP201", subject, "known", DateOnly.Parse(expires, System.Globalization.CultureInfo.InvariantCulture))] };
        Assert.Equal(alerts, Make("""{ "command": { "file": "tell" } }""", mutes, Run(Away("DB01"))).Count);
    }

    [Theory]
    [InlineData("causeOfALaterRelease", "slow", 1)]
    [InlineData("none", "healthy", 0)]
    public void A_mute_of_the_rule_about_a_cause_mutes_the_end_of_any_and_no_cause_of_a_later_release(string cause, string later, int alerts)
    {
        var mutes = new MuteList { Mutes = [new Mute("TP101", "DB01", "known", new DateOnly(2026, 12, 31))] };
        var change = Slow("DB01") with { What = cause, Earlier = later == "slow" ? "healthy" : "slow", Later = later };
        Assert.Equal(alerts, Make("""{ "command": { "file": "tell" } }""", mutes, Run(change)).Count);
    }

    public static TheoryData<SubjectKind, string, string> Causes =>
    [
        .. Enum.GetValues<ClockCause>().Where(cause => cause != ClockCause.None)
            .Select(cause => (SubjectKind.Guest, cause.ToDocumentName(), RuleCatalogue.ByClockCause[cause.ToDocumentName()])),
        .. Enum.GetValues<SqlCause>().Where(cause => cause != SqlCause.None)
            .Select(cause => (SubjectKind.SqlServer, cause.ToDocumentName(), RuleCatalogue.BySqlCause[cause.ToDocumentName()])),
    ];

    [Theory]
    [MemberData(nameof(Causes))]
    public void A_mute_of_the_rule_of_a_cause_mutes_its_alerts_and_a_mute_of_any_other_does_not(SubjectKind subject, string cause, string rule)
    {
        var change = Slow("DB01") with { Subject = subject, What = cause };
        Assert.Empty(Make("""{ "command": { "file": "tell" } }""", new MuteList { RulesOff = [rule] }, Run(change)));
        var others = RuleCatalogue.Descriptions.Select(other => other.Id).Where(other => other != rule);
        Assert.Single(Make("""{ "command": { "file": "tell" } }""", new MuteList { RulesOff = [.. others] }, Run(change)));
    }

    [Fact]
    public void No_mute_of_a_rule_hides_that_a_watch_fell_silent()
    {
        var mutes = new MuteList { RulesOff = ["TP101", "TP201"] };
        Assert.Single(Make("""{ "command": { "file": "tell" } }""", mutes, Run(Slow("DB01") with { Kind = ChangeKind.WatchSilent, What = null })));
    }

    private static IReadOnlyList<NewAlert> Make(string alerts, MuteList mutes, SavedRun run) =>
        RunAlerts.MakeAlerts(Settings(alerts), mutes, publicAddress: null, new FakeTimeProvider(At))(run);

    private static AlertSettings Settings(string alerts) => Configured.Accepted($$"""{ "alerts": {{alerts}} }""").Alerts!;

    private static SavedRun Run(params FleetChange[] changes) => new() { RunId = 1, DocumentId = Guid.Empty, Changes = changes };

    private static FleetChange Away(string name) => new()
    {
        Kind = ChangeKind.WentAway,
        At = At,
        Subject = SubjectKind.VirtualMachine,
        Id = "vm-1",
        Name = name,
        Server = "vc1",
        Cluster = name,
        Earlier = "home",
        Later = "away",
    };

    private static FleetChange Slow(string name) => new()
    {
        Kind = ChangeKind.VerdictChanged,
        At = At,
        Subject = SubjectKind.Guest,
        Name = name,
        Earlier = "healthy",
        Later = "slow",
        What = "tscTrapped",
    };
}
