namespace TimerProbe.Application.Tests.Configuration;

public sealed class ConfigurationReaderTests
{
    [Fact]
    public void Everything_that_stands_in_a_file_is_read()
    {
        var read = Configured.Accepted(Configured.Full);
        Assert.Equal([new("vc1.example.org"), new("vc2.example.org", 8443), new("vc3.example.org")], read.VCenters.Select(vcenter => vcenter.Server));
        Assert.Equal((SecretKind.Environment, "VC2_PASSWORD", "timerprobe.json:18:30"), Parts(read.VCenters[1].Password!));
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
        var read = Configured.Accepted("""{ "tolerancePpm": 1e-300, "thresholds": { "readyPercent": 5e-324, "slowMachinesOfHost": 3.0 }, "alerts": { "notAnsweredAfter": 1e1 } }""");
        Assert.Equal((1e-300, 5e-324, 3, 10),
            (read.TolerancePpm!.Value.Value, read.Thresholds.ReadyPercent, read.Thresholds.SlowMachinesOfHost,
                read.Alerts!.NotAnsweredAfter));
        Assert.Equal(FleetThresholds.Default.CoStopPercent, read.Thresholds.CoStopPercent);
    }

    [Fact]
    public void A_path_is_meant_from_the_folder_of_the_file()
    {
        using var folder = new TemporaryFile("timerprobe.json", """{ "guestResults": "results", "outputs": [{ "format": "json", "file": "../scan.json" }] }""");
        var (read, problems) = ConfigurationFile.Check(folder.Path, TestContext.Current.CancellationToken);
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
        Assert.Equal([ServerTrust.System, ServerTrust.Insecure],
            read.VCenters.Select(vcenter => vcenter.Trust(TestContext.Current.CancellationToken)));
    }

    [Theory]
    [InlineData("""{ "vcentres": [] }""", "1:3: the configuration has no member of this name; did you mean \"vcenters\"?")]
    [InlineData("""{ "vcenters": [ { "Server": "a" } ] }""", "1:17: an entry of vcenters needs server", "1:19: an entry of vcenters has no member of this name; did you mean \"server\"?")]
    [InlineData("""{ "x": 1 }""", "1:3: the configuration has no member of this name; it has $schema, alerts, allSettings, anonymize, failOn, filters, guestResults, mutes, outputs, performance, publishedMaxAge, readLogs, rules, server, statistics, store, submit, thresholds, timeLimit, tolerancePpm, vcenters, vmLogs")]
    [InlineData("""{ "failOn": "x", "rules": { "off": [], "off": [1] }, "alerts": { "command": { "file": "a" }, "command": {} } }""", "1:13: failOn takes one of \"info\", \"warning\", \"critical\", \"never\"", "1:40: the same name appears twice in one object", "1:94: the same name appears twice in one object")]
    [InlineData("""{ "alerts": { "command": { "file": "a" }, "command": {} } }""", "1:43: the same name appears twice in one object")]
    [InlineData("[]", "1:1: a configuration must be an object: { \"name\": value, ... }")]
    [InlineData("""{ "schema": "timerprobe.scan/1", "id": 1, "vcenters": 1 }""", "1:1: this is a document, timerprobe.scan/1, and no configuration: timerprobe report --from reads it")]
    [InlineData("""{ "schema": "timerprobe.check/9" }""", "1:1: this is a document, timerprobe.check/9, and no configuration: a later version wrote it")]
    [InlineData("""{ "schema": "other/1" }""", "1:3: the configuration has no member of this name; did you mean \"$schema\"?")]
    [InlineData("""{ "schema": "\ud800" }""", "1:13: the text holds an incomplete character")]
    [InlineData("{\n  \"vcenters\": {}\n}", "2:15: vcenters takes a list: [ ... ]")]
    [InlineData("""{ "vcenters": [ "vc1" ] }""", "1:17: an entry of vcenters must be an object: { \"name\": value, ... }")]
    [InlineData("""{ "vcenters": [ { "server": 1 } ] }""", "1:29: server takes text in quotes")]
    [InlineData("""{ "vcenters": [ { "server": " " } ] }""", "1:29: server is empty: remove it or fill it in")]
    [InlineData("""{ "vcenters": [ { "server": "a\nb" } ] }""", "1:29: server holds a control character")]
    [InlineData("""{ "vcenters": [ { "server": "http://a" } ] }""", "1:29: a server is specified as HOST or HOST:PORT, and is reached over HTTPS only")]
    [InlineData("""{ "vcenters": [ { "server": "a" }, { "server": "a:443" } ] }""", "1:48: a is listed twice")]
    [InlineData("""{ "vcenters": [ { "server": "a", "passwordFile": "p", "passwordEnvironment": "P" } ] }""", "1:55: passwordFile and passwordEnvironment cannot be used together")]
    [InlineData("""{ "vcenters": [ { "server": "a", "insecure": true, "caFile": "ca.pem" } ] }""", "1:34: caFile and insecure cannot be used together")]
    [InlineData("""{ "vcenters": [ { "server": "a", "schedule": "0 61 * * * ?" } ] }""", "1:46: schedule says no times: the field of the minutes cannot be read")]
    [InlineData("""{ "server": { "schedule": "30s" } }""", "1:27: schedule says no times: an interval from 1m to 24h is expected, or a cron expression of six fields, such as \"0 0 3 ? * MON-FRI\"")]
    [InlineData("""{ "server": { "listen": [ "http://localhost:8085", "ftp://x" ] } }""", "1:52: listen takes an address such as https://0.0.0.0:8443, https://[::]:8443 or http://localhost:8085")]
    [InlineData("""{ "server": { "listen": [ "http://0.0.0.0:8085" ] } }""", "1:27: http://0.0.0.0:8085 is plain http and no loopback address: tokens could be read on the way. Listen on https with server.certificate, or set server.plainHttp where something else sees to TLS")]
    [InlineData("""{ "server": { "listen": [ "https://0.0.0.0:8443" ] } }""", "1:27: https://0.0.0.0:8443 needs a certificate: name its PEM file as server.certificate, and that of its key as server.certificateKey")]
    [InlineData("""{ "server": { "trustedProxy": { "addresses": [ "::1", "10.0.0.0/8", "bogus" ] } } }""", "1:69: addresses takes an address such as \"10.0.0.5\", or a network such as \"10.0.0.0/24\"")]
    [InlineData("""{ "server": { "openId": { "issuer": "http://login.example.org", "clientId": "t", "grants": [ { "claim": "groups", "value": "dba", "scopes": [ "read" ] } ] } } }""", "1:27: whoever is on the way could sign in as anybody: use https")]
    [InlineData("""{ "server": { "openId": { "issuer": "https://login.example.org?x=y", "clientId": "t", "grants": [ { "claim": "groups", "value": "dba", "scopes": [ "read" ] } ] } } }""", "1:27: the address of a provider has no ? and no # in it")]
    [InlineData("""{ "server": { "openId": { "issuer": "https://login.example.org", "clientId": "t", "grants": [ { "claim": "groups", "value": "dba", "scopes": [ "submit" ] } ] } } }""", "1:144: scopes takes one of \"read\", \"acknowledge\", \"admin\"")]
    [InlineData("""{ "vcenters": [ { "server": "a", "concurrency": 9 } ] }""", "1:49: concurrency takes a whole number from 1 to 8")]
    [InlineData("""{ "vcenters": [ { "server": "a", "concurrency": 1.5 } ] }""", "1:49: concurrency takes a whole number from 1 to 8")]
    [InlineData("""{ "vcenters": [ { "server": "a", "thumbprint": "AB" } ] }""", "1:48: a thumbprint is the SHA-256 of the server's certificate: 64 hexadecimal digits")]
    [InlineData("""{ "store": { "target": "a.db" }, "outputs": [ { "format": "json", "file": "b" }, { "format": "csv", "file": "./a.db" } ] }""", "1:109: this output would replace the store")]
    [InlineData("""{ "vcenters": [ { "server": "a", "user": "u", "passwordFile": "pw" } ], "outputs": [ { "format": "json", "file": "pw" } ] }""", "1:114: this output would replace the file of a secret")]
    [InlineData("""{ "tolerancePpm": 0 }""", "1:19: tolerancePpm takes a number above 0 and up to 10000")]
    [InlineData("""{ "thresholds": { "readyPercent": 101 } }""", "1:35: readyPercent takes a number above 0 and up to 100")]
    [InlineData("""{ "thresholds": { "slowMachinesOfHost": 0 } }""", "1:41: slowMachinesOfHost takes a whole number from 1 to 1000")]
    [InlineData("""{ "tolerancePpm": 1e999 }""", "1:19: tolerancePpm takes a number above 0 and up to 10000")]
    [InlineData("""{ "store": { "target": "fleet.db", "retention": "1y" } }""", "1:49: retention takes an age in quotes, such as \"90d\" or \"52w\", at most ten years")]
    [InlineData("""{ "store": { "target": "fleet.db", "retention": "0d" } }""", "1:49: retention takes an age in quotes, such as \"90d\" or \"52w\", at most ten years")]
    [InlineData("""{ "timeLimit": 600 }""", "1:16: timeLimit takes a duration in quotes, such as \"30s\", \"10m\" or \"2h\", at most \"24h\"")]
    [InlineData("""{ "failOn": "Critical" }""", "1:13: failOn takes one of \"info\", \"warning\", \"critical\", \"never\"; did you mean \"critical\"?")]
    [InlineData("""{ "performance": "yes" }""", "1:18: performance is true or false")]
    [InlineData("""{ "store": null }""", "1:12: store must be an object: { \"name\": value, ... }")]
    [InlineData("""{ "rules": { "off": ["TP21S"] } }""", "1:22: there is no such rule; did you mean \"TP210\"?")]
    [InlineData("""{ "rules": { "off": ["clock"] } }""", "1:22: there is no such rule; timerprobe rules lists them")]
    [InlineData("""{ "mutes": [ { "rule": "TP201", "expires": "2027-01-31" } ] }""", "1:14: an entry of mutes needs reason")]
    [InlineData("""{ "mutes": [ { "rule": "TP201", "reason": "why", "expires": "31.1.2027" } ] }""", "1:61: expires takes the last day on which it applies, such as \"2027-01-31\"")]
    [InlineData("""{ "vcenters": [ { "server": "vc1", "knownGaps": [ { "subject": "DB*", "reason": "why" } ] } ] }""", "1:51: an entry of vcenters[].knownGaps needs expires")]
    [InlineData("""{ "vcenters": [ { "server": "vc1", "knownGaps": [ { "subject": "DB*", "code": "objectsincomplete", "reason": "why", "expires": "2027-01-31" } ] } ] }""", "1:79: code takes one of \"objectsIncomplete\", \"eventsUnread\", \"revertsUnread\", \"performanceUnread\", \"clustersUnread\", \"foldersUnread\", \"propertyUnknown\", \"filterUnmet\", \"valueRefused\", \"clockApart\"; did you mean \"objectsIncomplete\"?")]
    [InlineData("""{ "mutes": [ { "rule": "TP201", "reason": "why", "expires": "2027-02-30" } ] }""", "1:61: expires takes the last day on which it applies, such as \"2027-01-31\"")]
    [InlineData("""{ "outputs": [ { "file": "a" } ] }""", "1:16: an entry of outputs needs format")]
    [InlineData("""{ "outputs": [ { "format": "htlm" } ] }""", "1:28: format takes one of \"text\", \"json\", \"csv\", \"html\", \"markdown\", \"openmetrics\", \"xlsx\"; did you mean \"html\"?")]
    [InlineData("""{ "outputs": [ { "format": "csv", "file": "a" }, { "format": "json", "file": "./a" } ] }""", "1:50: two outputs go to one file")]
    [InlineData("""{ "outputs": [ { "format": "csv" }, { "format": "text" } ] }""", "1:37: two outputs go to standard output: give all but one a file")]
    [InlineData("""{ "store": { "target": "a.db", "passwordFile": "p" } }""", "1:12: a store in a file has no password")]
    [InlineData("""{ "alerts": { "webhooks": [ { "url": "ftp://a" } ] } }""", "1:38: url takes an address that begins with https:// or http://, without a user or password in it")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": [] } } }""", "1:59: to is empty: list at least one")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": [], "user": "u", "x": 1 } } }""", "1:59: to is empty: list at least one", "1:63: user needs a password: name where it is kept, with passwordFile, passwordEnvironment or windowsCredential", "1:76: alerts.mail has no member of this name; it has caFile, digest, from, host, passwordEnvironment, passwordFile, port, security, to, user, windowsCredential")]
    [InlineData("""{ "alerts": { "mail": { "host": "127.0.0.1:25", "from": "a@b", "to": ["b@c"] } } }""", "1:33: host takes the name or address of a machine alone, such as \"mail.example.org\", without a port")]
    [InlineData("""{ "alerts": { "mail": { "host": "smtp://h", "from": "a@b", "to": ["b@c"] } } }""", "1:33: host takes the name or address of a machine alone, such as \"mail.example.org\", without a port")]
    [InlineData("""{ "server": { "otlp": "127.0.0.1:4317" } }""", "1:23: otlp takes an address that begins with https:// or http://, without a user or password in it")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a", "to": ["b@c"] } } }""", "1:46: a mail address looks like \"name@example.org\"")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": ["b@c\r\nBcc: d@e"] } } }""", "1:60: a mail address looks like \"name@example.org\"")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": ["b@c"], "security": "none", "user": "u", "passwordFile": "p" } } }""", "1:23: a password is not sent without TLS: security takes \"startTls\" or \"tls\"")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": ["b@c"], "security": "none", "caFile": "ca.pem" } } }""", "1:88: without TLS there is no certificate to trust: remove caFile, or security \"none\"")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": ["b@c"], "security": "ssl" } } }""", "1:80: security takes one of \"startTls\", \"tls\", \"none\"")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": ["b@c"], "digest": { "schedule": "daily", "to": ["x"], "detail": "all" } } } }""", "1:92: schedule says no times: an interval from 1m to 24h is expected, or a cron expression of six fields, such as \"0 0 3 ? * MON-FRI\"", "1:108: a mail address looks like \"name@example.org\"", "1:124: detail takes one of \"report\", \"summary\"")]
    [InlineData("""{ "alerts": { "mail": { "host": "h", "from": "a@b", "to": ["b@c"], "user": "u" } } }""", "1:68: user needs a password: name where it is kept, with passwordFile, passwordEnvironment or windowsCredential")]
    public void What_is_wrong_is_said_with_its_place(string text, params string[] problems) =>
        Assert.Equal(problems, Configured.Problems(text));

    [Fact]
    public void All_problems_are_said_at_once_in_the_order_of_the_text()
    {
        const string text = """
            {
              "timeLimit": "soon",   // no duration
              "vcenters": [ { "server": "a", "conccurrency": 2 } ],
              "failOn": true,
            }
            """;
        Assert.Equal(["2:16", "3:34", "4:13"], Configured.Problems(text).Select(problem => string.Join(':', problem.Split(':').Take(2))));
    }

    private static (SecretKind Kind, string Name, string Place) Parts(SecretReference secret) => (secret.Kind, secret.Name, secret.Place);
}
