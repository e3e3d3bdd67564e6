namespace TimerProbe.Application.Tests.Configuration;

public sealed class ConfigurationReaderTests
{
    [Fact]
    public void Everything_that_stands_in_a_file_is_read()
    {
        var read = Configured.Accepted(Configured.Full);
        Assert.Equal([new("vc1.example.org"), new("vc2.example.org", 8443), new("vc3.example.org")], read.VCenters.Select(vcenter => vcenter.Server));
        Assert.Equal((SecretKind.Environment, "VC2_PASSWORD", "timerprobe.json:18"), Parts(read.VCenters[1].Password!));
        Assert.Equal((4, false, true), (read.VCenters[0].Concurrency, read.VCenters[0].Insecure, read.VCenters[2].Insecure));
        Assert.Equal(["prod*"], read.VCenters[0].Filters!.Clusters);
        Assert.Null(read.VCenters[1].Filters);
        Assert.Equal((100.5, TimeSpan.FromMinutes(10), "warning", true, false),
            (read.TolerancePpm!.Value.Value, read.TimeLimit, read.FailOn, read.Performance, read.Anonymize));
        Assert.Equal(["TP215"], read.Muting.RulesOff);
        Assert.Equal(new Mute("TP201", "DB*", "moves at the weekend", new DateOnly(2027, 1, 31)), read.Muting.Mutes[0]);
        Assert.Equal(["text", "html", "openmetrics"], read.Outputs.Select(output => output.Format));
        Assert.Equal(("Host=db.example.org;Username=timerprobe", true, TimeSpan.FromDays(400)), (read.Store!.Target, read.Store.Save, read.Store.Retention));
        Assert.Equal((587, "startTls", "ops@example.org"), (read.Alerts!.Mail!.Port, read.Alerts.Mail.Security, read.Alerts.Mail.To[0]));
        Assert.Equal(["smtp-ca.pem", "alerts-ca.pem", null], read.Alerts.Webhooks.Select(webhook => webhook.CaFile)
            .Prepend(read.Alerts.Mail.CaFile).Select(Path.GetFileName));
        Assert.Equal(("0 0 6 ? * MON-FRI", "team@example.org", "summary", true), (
            read.Alerts.Mail.Digest!.Schedule, read.Alerts.Mail.Digest.To[0], read.Alerts.Mail.Digest.Detail,
                read.Alerts.Mail.Digest.WhenUnchanged));
        Assert.Equal(["--urgent"], read.Alerts.Command!.Arguments);
        Assert.Equal([SecretKind.File, SecretKind.Environment], read.Alerts.Webhooks.Select(webhook => webhook.Secret!.Kind));
    }

    [Fact]
    public void An_empty_object_is_a_configuration_that_says_nothing()
    {
        var read = Configured.Accepted("{}");
        Assert.Empty(read.VCenters);
        Assert.Equal((null, null, null, null), (read.TolerancePpm, read.TimeLimit, read.FailOn, read.Store));
    }

    [Fact]
    public void A_number_is_taken_however_small_it_is_and_however_it_is_written()
    {
        var read = Configured.Accepted("""{ "tolerancePpm": 1e-3, "thresholds": { "readyPercent": 5e-324, "slowMachinesOfHost": 3 }, "alerts": { "notAnsweredAfter": 10 } }""");
        Assert.Equal((1e-3, 5e-324, 3, 10),
            (read.TolerancePpm!.Value.Value, read.Thresholds.ReadyPercent, read.Thresholds.SlowMachinesOfHost,
                read.Alerts!.NotAnsweredAfter));
        Assert.Equal(FleetThresholds.Default.CoStopPercent, read.Thresholds.CoStopPercent);
    }

    [Fact]
    public void A_path_is_meant_from_the_folder_of_the_file()
    {
        using var folder = new TemporaryFile("timerprobe.json", """{ "guestResults": "results", "outputs": [{ "format": "json", "file": "../scan.json" }] }""");
        var (read, problems) = ConfigurationFile.Check(folder.Path, Cancel);
        Assert.Empty(problems);
        Assert.Equal(Path.Combine(folder.Folder, "results"), read.GuestResults);
        Assert.Equal(Path.Combine(Path.GetDirectoryName(folder.Folder)!, "scan.json"), read.Outputs[0].File);
    }

    [Theory]
    [InlineData("Host=db;Database=fleet")]
    [InlineData("Database=fleet;Server=db")]
    public void A_connection_string_is_no_path(string target) =>
        Assert.Equal(target, Configured.Accepted($$"""{ "store": { "target": "{{target}}", "passwordFile": "pw" } }""").Store!.Target);

    [Fact]
    public void The_trust_that_is_asked_for_is_the_one_that_is_given()
    {
        var read = Configured.Accepted("""{ "vcenters": [ { "server": "a" }, { "server": "b", "insecure": true } ] }""");
        Assert.Equal([ServerTrust.System, ServerTrust.Insecure], read.VCenters.Select(vcenter => vcenter.Trust(Cancel)));
    }

    [Theory]
    [InlineData("""{ "vcentres": [] }""", "1: there is no member of this name here; did you mean \"vcenters\"?")]
    [InlineData("""{ "vcenters": [ { "Server": "a" } ] }""", "1: vcenters[0]: there is no member of this name here; did you mean \"server\"?")]
    [InlineData("""{ "x": 1 }""", "1: there is no member of this name here; it has $schema, alerts, allSettings, anonymize, failOn, filters, guestResults, mutes, outputs, performance, publishedMaxAge, readLogs, rules, server, statistics, store, submit, thresholds, timeLimit, tolerancePpm, vcenters, vmLogs")]
    [InlineData("""{ "failOn": "x", "rules": { "off": [], "off": [1] }, "alerts": { "command": { "file": "a" }, "command": {} } }""", "1: rules.off: the same name appears twice in one object")]
    [InlineData("[]", "1: a configuration takes an object: { \"name\": value, ... }")]
    [InlineData("""{ "schema": "timerprobe.scan/1", "id": 1, "vcenters": 1 }""", "1: this is a document, timerprobe.scan/1, and no configuration: timerprobe report --from reads it")]
    [InlineData("""{ "schema": "timerprobe.check/9" }""", "1: this is a document, timerprobe.check/9, and no configuration: a later version wrote it")]
    [InlineData("""{ "schema": "other/1" }""", "1: there is no member of this name here; did you mean \"$schema\"?")]
    [InlineData("{\n  \"vcenters\": {}\n}", "2: vcenters: takes a list: [ ... ]")]
    [InlineData("""{ "vcenters": [ "vc1" ] }""", "1: vcenters[0]: takes an object: { \"name\": value, ... }")]
    [InlineData("""{ "vcenters": [ { "server": 1 } ] }""", "1: vcenters[0].server: takes text in quotes")]
    [InlineData("""{ "vcenters": [ { "server": " " } ] }""", "1: vcenters[0].server: is empty: remove it or fill it in")]
    [InlineData("""{ "vcenters": [ { "server": "a\nb" } ] }""", "1: vcenters[0].server: holds a control character")]
    [InlineData("""{ "vcenters": [ { "server": "http://a" } ] }""", "1: vcenters[0].server: a server is specified as HOST or HOST:PORT, and is reached over HTTPS only")]
    [InlineData("""{ "vcenters": [ { "server": "a" }, { "server": "a:443" } ] }""", "vcenters[1].server: a is listed twice")]
    [InlineData("""{ "vcenters": [ { "server": "a", "passwordFile": "p", "passwordEnvironment": "P" } ] }""", "vcenters[0].passwordEnvironment: passwordFile and passwordEnvironment cannot be used together")]
    [InlineData("""{ "vcenters": [ { "server": "a", "insecure": true, "caFile": "ca.pem" } ] }""", "vcenters[0].insecure: caFile and insecure cannot be used together")]
    [InlineData("""{ "vcenters": [ { "server": "a", "schedule": "0 61 * * * ?" } ] }""", "vcenters[0].schedule: says no times: the field of the minutes cannot be read")]
    [InlineData("""{ "server": { "schedule": "30s" } }""", "server.schedule: says no times: an interval from 1m to 24h is expected, or a cron expression of six fields, such as \"0 0 3 ? * MON-FRI\"")]
    [InlineData("""{ "server": { "listen": [ "http://localhost:8085", "ftp://x" ] } }""", "server.listen[1]: takes an address such as https://0.0.0.0:8443, https://[::]:8443 or http://localhost:8085")]
    [InlineData("""{ "server": { "listen": [ "http://0.0.0.0:8085" ] } }""", "server.listen[0]: http://0.0.0.0:8085 is plain http and no loopback address: tokens could be read on the way. Listen on https with server.certificate, or set server.plainHttp where something else sees to TLS")]
    [InlineData("""{ "server": { "listen": [ "https://0.0.0.0:8443" ] } }""", "server.listen[0]: https://0.0.0.0:8443 needs a certificate: name its PEM file as server.certificate, and that of its key as server.certificateKey")]
    [InlineData("""{ "server": { "trustedProxy": { "addresses": [ "::1", "10.0.0.0/8", "bogus" ] } } }""", "server.trustedProxy.addresses[2]: takes an address such as \"10.0.0.5\", or a network such as \"10.0.0.0/24\"")]
    [InlineData("""{ "server": { "openId": { "issuer": "http://login.example.org", "clientId": "t", "grants": [ { "claim": "groups", "value": "dba", "scopes": [ "read" ] } ] } } }""", "server.openId.issuer: http would expose sign-ins: use https")]
    [InlineData("""{ "server": { "openId": { "issuer": "https://login.example.org?x=y", "clientId": "t", "grants": [ { "claim": "groups", "value": "dba", "scopes": [ "read" ] } ] } } }""", "server.openId.issuer: the address of a provider has no ? and no # in it")]
    [InlineData("""{ "server": { "openId": { "issuer": "https://login.example.org", "clientId": "t", "grants": [ { "claim": "groups", "value": "dba", "scopes": [ "submit" ] } ] } } }""", "server.openId.grants[0].scopes[0]: takes one of \"read\", \"acknowledge\", \"admin\"")]
    [InlineData("""{ "vcenters": [ { "server": "a", "concurrency": 9 } ] }""", "vcenters[0].concurrency: takes a whole number from 1 to 8")]
    [InlineData("""{ "vcenters": [ { "server": "a", "concurrency": 1.5 } ] }""", "1: vcenters[0].concurrency: takes a whole number from 1 to 8")]
    [InlineData("""{ "vcenters": [ { "server": "a", "thumbprint": "AB" } ] }""", "vcenters[0].thumbprint: a thumbprint is the SHA-256 of the server's certificate: 64 hexadecimal digits")]
    [InlineData("""{ "store": { "target": "a.db" }, "outputs": [ { "format": "json", "file": "b" }, { "format": "csv", "file": "./a.db" } ] }""", "outputs[1].file: this output would replace the store")]
    [InlineData("""{ "vcenters": [ { "server": "a", "user": "u", "passwordFile": "pw" } ], "outputs": [ { "format": "json", "file": "pw" } ] }""", "outputs[0].file: this output would replace the file of a secret")]
    [InlineData("""{ "tolerancePpm": 0 }""", "tolerancePpm: takes a number above 0 and up to 10000")]
    [InlineData("""{ "tolerancePpm": 1e999 }""", "1: tolerancePpm: 1e999 is not a finite number")]
    [InlineData("""{ "store": { "target": "fleet.db", "retention": "1y" } }""", "1: store.retention: takes an age in quotes, such as \"90d\" or \"52w\", at most ten years")]
    [InlineData("""{ "timeLimit": 600 }""", "1: timeLimit: takes a duration in quotes, such as \"30s\", \"10m\" or \"2h\", at most \"24h\"")]
    [InlineData("""{ "failOn": "Critical" }""", "failOn: takes one of \"info\", \"warning\", \"critical\", \"never\"; did you mean \"critical\"?")]
    [InlineData("""{ "performance": "yes" }""", "1: performance: is true or false")]
    [InlineData("""{ "store": null }""", "1: store: takes an object: { \"name\": value, ... }")]
    [InlineData("""{ "rules": { "off": ["TP21S"] } }""", "rules.off[0]: there is no such rule; did you mean \"TP210\"?")]
    [InlineData("""{ "rules": { "off": ["clock"] } }""", "rules.off[0]: there is no such rule; timerprobe rules lists them")]
    [InlineData("""{ "mutes": [ { "rule": "TP201", "expires": "2027-01-31" } ] }""", "1: mutes[0]: needs reason")]
    [InlineData("""{ "vcenters": [ { "server": "vc1", "knownGaps": [ { "subject": "DB*", "code": "objectsincomplete", "reason": "why", "expires": "2027-01-31" } ] } ] }""", "vcenters[0].knownGaps[0].code: takes one of \"objectsIncomplete\", \"eventsUnread\", \"revertsUnread\", \"performanceUnread\", \"clustersUnread\", \"foldersUnread\", \"propertyUnknown\", \"filterUnmet\", \"valueRefused\", \"clockApart\"; did you mean \"objectsIncomplete\"?")]
    [InlineData("""{ "mutes": [ { "rule": "TP201", "reason": "why", "expires": "2027-02-30" } ] }""", "1: mutes[0].expires: takes the last day on which it applies, such as \"2027-01-31\"")]
    [InlineData("""{ "outputs": [ { "format": "csv", "file": "a" }, { "format": "json", "file": "./a" } ] }""", "outputs[1]: two outputs go to one file")]
    [InlineData("""{ "outputs": [ { "format": "csv" }, { "format": "text" } ] }""", "outputs[1]: two outputs go to standard output: give all but one a file")]
    [InlineData("""{ "store": { "target": "a.db", "passwordFile": "p" } }""", "store: a store in a file has no password")]
    [InlineData("""{ "alerts": { "webhooks": [ { "url": "ftp://a" } ] } }""", "alerts.webhooks[0].url: takes an address that begins with https:// or http://, without a user or password in it")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": [] } } }""", "alerts.mail.to: is empty: list at least one")]
    [InlineData("""{ "alerts": { "mail": { "host": "127.0.0.1:25", "from": "a@b", "to": ["b@c"] } } }""", "alerts.mail.host: takes the name or address of a machine alone, such as \"mail.example.org\", without a port")]
    [InlineData("""{ "server": { "otlp": "127.0.0.1:4317" } }""", "server.otlp: takes an address that begins with https:// or http://, without a user or password in it")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a", "to": ["b@c"] } } }""", "alerts.mail.from: takes a mail address, such as \"name@example.org\"")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": ["b@c\r\nBcc: d@e"] } } }""", "alerts.mail.to[0]: holds a control character")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": ["b@c"], "security": "none", "user": "u", "passwordFile": "p" } } }""", "alerts.mail: a password is not sent without TLS: security takes \"startTls\" or \"tls\"")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": ["b@c"], "security": "none", "caFile": "ca.pem" } } }""", "alerts.mail.caFile: without TLS there is no certificate to trust: remove caFile, or security \"none\"")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": ["b@c"], "digest": { "schedule": "daily", "to": ["x"], "detail": "all" } } } }""", "alerts.mail.digest.detail: takes one of \"report\", \"summary\"", "alerts.mail.digest.schedule: says no times: an interval from 1m to 24h is expected, or a cron expression of six fields, such as \"0 0 3 ? * MON-FRI\"", "alerts.mail.digest.to[0]: takes a mail address, such as \"name@example.org\"")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": ["b@c"], "user": "u" } } }""", "alerts.mail.user: user needs a password: name where it is kept, with passwordFile, passwordEnvironment or windowsCredential")]
    public void What_is_wrong_is_said_with_its_place(string text, params string[] problems) => Assert.Equal(problems, Configured.Problems(text));

    [Fact]
    public void What_does_not_fit_ends_the_reading_and_of_what_does_all_that_is_wrong_is_said_at_once()
    {
        const string text = """
            {
              "timeLimit": "10m",   // a comment
              "vcenters": [ { "server": "a", "concurrency": 20 } ],
              "failOn": "no",
              "thresholds": { "readyPercent": -1 },
            }
            """;
        Assert.Equal(["vcenters[0].concurrency", "thresholds.readyPercent", "failOn"], Configured.Problems(text).Select(problem => problem.Split(':')[0]));
        Assert.StartsWith("3: vcenters[0]: ", Assert.Single(Configured.Problems(text.Replace("concurrency", "conccurrency", StringComparison.Ordinal))));
    }

    private static (SecretKind Kind, string Name, string Place) Parts(SecretReference secret) => (secret.Kind, secret.Name, secret.Place);
}
