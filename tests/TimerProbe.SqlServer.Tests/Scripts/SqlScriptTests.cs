namespace TimerProbe.SqlServer.Tests.Scripts;

public sealed class SqlScriptTests
{
    public static TheoryData<string> Names => [.. SqlScript.All.Select(script => script.Name)];

    [Theory]
    [InlineData("workload/create-primality", 12, "workload/create-primality")]
    [InlineData("workload/create-primality", 14, "workload/create-primality")]
    [InlineData("workload/create-primality", 15, "workload/create-primality.15")]
    [InlineData("workload/create-primality", 17, "workload/create-primality.15")]
    [InlineData("workload/create-primality-native", 12, "workload/create-primality-native")]
    [InlineData("workload/create-primality-native", 13, "workload/create-primality-native.13")]
    public void The_servers_version_chooses_the_script(string name, int version, string chosen) =>
        Assert.Equal(chosen, SqlScript.Get(name, version).Name);

    [Fact]
    public void There_may_be_no_script_for_an_old_server() => Assert.Null(SqlScript.Find("inspect/inlineable", 14));

    [Theory]
    [MemberData(nameof(Names))]
    public void Every_script_says_its_purpose_versions_and_rights(string name)
    {
        var lines = Script(name).Text.Split('\n');
        Assert.StartsWith("-- Purpose:  ", lines[0], StringComparison.Ordinal);
        Assert.Contains(lines, line => line.StartsWith("-- Versions: ", StringComparison.Ordinal));
        Assert.Contains(lines, line => line.StartsWith("-- Rights:   ", StringComparison.Ordinal));
        Assert.EndsWith(".", lines.TakeWhile(line => line.StartsWith("--", StringComparison.Ordinal)).Last(), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void No_script_waits_retries_or_uses_what_only_new_servers_know(string name)
    {
        string[] banned = ["WAITFOR", "CREATE OR ALTER", "DROP FUNCTION IF", "DROP TABLE IF", "DROP PROCEDURE IF", "DATEDIFF_BIG", "STATISTICS", "BEGIN TRY"];
        Assert.DoesNotContain(banned, word => Code(name).Contains(word, StringComparison.OrdinalIgnoreCase));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void No_script_uses_what_its_oldest_server_does_not_know(string name)
    {
        (string Word, int Since)[] newer =
        [
            ("SESSION_CONTEXT", 13), ("STRING_SPLIT", 13), ("AT TIME ZONE", 13), ("JSON_", 13), ("COMPRESS(", 13),
            ("STRING_AGG", 14), ("CONCAT_WS", 14), ("TRANSLATE(", 14), (" TRIM(", 14),
            ("INLINE", 15), ("inline_type", 15), ("APPROX_COUNT", 15),
            ("GREATEST(", 16), ("LEAST(", 16), ("GENERATE_SERIES", 16), ("DATETRUNC", 16), ("DATE_BUCKET", 16), ("IS DISTINCT FROM", 16),
            ("REGEXP_", 17), ("||", 17),
        ];
        var oldest = int.TryParse(name.Split('.')[^1], System.Globalization.CultureInfo.InvariantCulture, out var version) ? version : 12;
        Assert.DoesNotContain(newer, word => word.Since > oldest && Code(name).Contains(word.Word, StringComparison.OrdinalIgnoreCase));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Every_column_that_is_answered_has_a_name(string name)
    {
        // What a SELECT answers are casts and variables here; a SELECT that assigns answers nothing.
        var answered = System.Text.RegularExpressions.Regex.Matches(Code(name), @"^\s*(?:SELECT(?: DISTINCT)? )?(?:CAST\(|@started)(?<rest>.*)$", System.Text.RegularExpressions.RegexOptions.Multiline | System.Text.RegularExpressions.RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1));
        Assert.All(answered, line => Assert.Matches(@" AS [a-z_]+(?:,|;| FROM .*)?$", line.Value));
    }

    [Fact]
    public void A_native_function_is_made_only_where_functions_compile()
    {
        Assert.Contains("CREATE PROCEDURE", Code("workload/create-primality-native"), StringComparison.Ordinal);
        Assert.Contains("EXECUTE AS OWNER", Code("workload/create-primality-native"), StringComparison.Ordinal);
        Assert.Contains("CREATE FUNCTION", Code("workload/create-primality-native.13"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_function_counts_as_inlineable_only_while_inlining_is_on_for_it() =>
        Assert.Contains("is_inlineable = 1 AND inline_type = 1", Code("inspect/inlineable.15"), StringComparison.Ordinal);

    [Theory]
    [MemberData(nameof(Names))]
    public void Every_script_is_one_batch_once_it_has_its_names(string name)
    {
        var script = Script(name);
        foreach (var variable in script.Variables)
        {
            Assert.Contains(variable, (string[])["Object", "Table", "Run"]);
            script = script.With(variable, "TimerProbe_x");
        }

        Assert.DoesNotMatch(@"(?im)^\s*GO\b", script.Batch);
    }

    [Fact]
    public void A_script_whose_name_is_missing_is_not_sent() =>
        Assert.Throws<InvalidOperationException>(() => SqlScript.Get("workload/drop-table", 12).Batch);

    [Theory]
    [InlineData("x; DROP TABLE y")]
    [InlineData("x]")]
    [InlineData("")]
    [InlineData("x\n")]
    public void Only_a_plain_name_goes_into_a_script(string value) =>
        Assert.Throws<ArgumentException>(() => SqlScript.Get("workload/drop-table", 12).With("Object", value));

    private static string Code(string name) =>
        string.Join('\n', Script(name).Text.Split('\n').Where(line => !line.StartsWith("--", StringComparison.Ordinal)));

    private static SqlScript Script(string name) => SqlScript.All.Single(script => script.Name == name);
}
