namespace TimerProbe.Fuzz.Alerts;

/// <summary>Alerts of a store that wait to be sent, and that nobody made so: by mail, to a webhook and to a command.</summary>
internal sealed class AlertCases : ICaseKind
{
    private const string SoundId = "0123456789abcdef0123456789abcdef";

    private static readonly string[] Kinds = [.. Enum.GetNames<AlertKind>().Select(JsonNamingPolicy.CamelCase.ConvertName), "ofAnotherVersion", "", "\u001B[31m"];

    public async Task RunAsync(FuzzCase fuzz)
    {
        var store = fuzz.Path("store.db");
        await File.WriteAllBytesAsync(store, (await StoreTemplate.GetAsync()).File);
        await using var vcenter = await RecordedVCenter.StartAsync();
        await using var mail = MailServer.Start(random: null);
        var configuration = fuzz.Path("timerprobe.json");
        var report = fuzz.Path("report");
        await File.WriteAllTextAsync(configuration, string.Create(CultureInfo.InvariantCulture, $$"""
            {
              "vcenters": [ {{vcenter.Configured}} ], "timeLimit": "40s", "outputs": [ { "format": "json", "file": {{JsonSerializer.Serialize(report)}} } ],
              "store": { "target": {{JsonSerializer.Serialize(store)}}, "save": true },
              "alerts": {
                "webhooks": [ { "url": "http://127.0.0.1:1/alerts" } ],
                "mail": { "host": "127.0.0.1", "port": {{mail.Port}}, "security": "none", "from": "timerprobe@example.org", "to": [ "dba@example.org" ] },
                "command": { "file": "/bin/{{fuzz.Pick(["true", "false", "cat"])}}", "arguments": [] }
              }
            }
            """));
        var isDamaged = fuzz.OneIn(6);
        Queue(store, fuzz, isDamaged);
        PeakMemory.Reset();
        CaseJudge.Prepare(report);
        CaseJudge.Judge(fuzz, await fuzz.Program.RunAsync("scan", "--config", configuration), new Dictionary<string, string> { [report] = "json" });
        CaseJudge.Judge(fuzz, await fuzz.Program.RunAsync("history", "alerts", "--store", store));
        // A damaged store is refused; whatever a payload is, the alert alone fails, and the queue goes on.
        if (!isDamaged && !IsSent(store))
        {
            fuzz.Fail("a sound alert behind the others was not sent");
        }
    }

    private static long Now => TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds();

    private static void Queue(string store, FuzzCase fuzz, bool isDamaged)
    {
        using var connection = new SqliteConnection($"Data Source={store};Pooling=False");
        connection.Open();
        using (var pragmas = connection.CreateCommand())
        {
            pragmas.CommandText = "PRAGMA ignore_check_constraints = ON; DELETE FROM alert";
            pragmas.ExecuteNonQuery();
        }

        for (var left = fuzz.Random.Next(1, 30); left > 0; left--)
        {
            var id = isDamaged && fuzz.OneIn(4) ? fuzz.Pick(["a\r\nBcc: x@example.org", OddTexts.Any(fuzz.Random)]) : Guid.NewGuid().ToString("N");
            var channel = isDamaged && fuzz.OneIn(4) ? OddTexts.Any(fuzz.Random) : fuzz.Pick(["mail", "command", "nowhere"]);
            var subject = isDamaged && fuzz.OneIn(4) ? OddTexts.Any(fuzz.Random) : "DB01";
            var payload = JsonMutations.Change(Sound(fuzz), fuzz);
            Add(connection, id, channel, subject, payload, isDamaged ? fuzz.Pick(Kinds) : "wentAway", Now, isDamaged ? fuzz.Pick([0L, -1L, long.MaxValue]) : 0);
        }

        Add(connection, SoundId, "mail", "DB01", Encoding.UTF8.GetBytes(Sound(fuzz)), "wentAway", isDamaged
            ? fuzz.Pick([0L, -1L, long.MaxValue, long.MinValue]) : Now, attempts: 0);
    }

    private static string Sound(FuzzCase fuzz) => new AlertPayload
    {
        Id = new string('a', 64),
        Kind = fuzz.Pick(Enum.GetValues<AlertKind>()),
        At = DateTimeOffset.UnixEpoch.AddDays(fuzz.Random.Next(40_000)),
        Title = OddTexts.Any(fuzz.Random),
        Server = fuzz.OneIn(3) ? null : "vc1.example.org",
        Count = fuzz.Random.Next(),
        Subjects = [new AlertSubject("virtualMachine", "vm-1", OddTexts.Any(fuzz.Random), "prod", "home", "away", Cause: null)],
        Problem = fuzz.OneIn(2) ? null : OddTexts.Any(fuzz.Random),
    }.Write();

    private static void Add(SqliteConnection connection, string id, string channel, string subject, byte[] payload, string kind, long at, long attempts)
    {
        using var command = connection.CreateCommand();
        command.CommandText = "INSERT OR REPLACE INTO alert (id, channel, created_at, kind, subject, payload, state, attempts, next_attempt_at) "
            + "VALUES ($id, $channel, $at, $kind, $subject, CAST($payload AS TEXT), 'pending', $attempts, $at)";
        foreach (var (name, value) in new (string, object)[] { ("$id", id), ("$channel", channel), ("$at", at), ("$kind", kind),
            ("$subject", subject), ("$payload", payload), ("$attempts", attempts) })
        {
            command.Parameters.AddWithValue(name, value);
        }

        command.ExecuteNonQuery();
    }

    private static bool IsSent(string store)
    {
        using var connection = new SqliteConnection($"Data Source={store};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = $"SELECT COUNT(*) FROM alert WHERE id = '{SoundId}' AND state = 'delivered'";
        return (long)command.ExecuteScalar()! == 1;
    }
}
