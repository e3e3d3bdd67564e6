namespace TimerProbe.Fleet.Tests.Store;

public sealed class StoreTargetTests
{
    [Theory]
    [InlineData("fleet.db")]
    [InlineData("/var/lib/timerprobe/fleet.db")]
    [InlineData("post:gres.db")]
    public void A_path_is_a_file(string text) => Assert.Equal(Path.GetFullPath(text), StoreTarget.Parse(text).File);

    [Theory]
    [InlineData("")]
    [InlineData("/tmp/")]
    public void What_cannot_be_a_file_is_refused(string text)
    {
        var refused = Assert.Throws<StoreException>(() => StoreTarget.Parse(text));

        Assert.Equal(StoreErrorKind.BadTarget, refused.Kind);
        Assert.EndsWith("Name a file.", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("postgres://me:s3cret@db/fleet")]
    [InlineData("postgresql://db/fleet")]
    [InlineData("postgres:Host=db;Database=fleet")]
    [InlineData("Host=db;Database=fleet;Password=s3cret")]
    [InlineData("Database=fleet; server = db;Password=s3cret")]
    [InlineData("mysql://db/fleet")]
    [InlineData("me:s3cret@db")]
    [InlineData("Database=fleet;Password=s3cret")]
    [InlineData("pwd = s3cret")]
    public void A_database_is_said_to_be_a_servers_and_its_name_is_not_repeated(string text)
    {
        var refused = Assert.Throws<StoreException>(() => StoreTarget.Parse(text));

        Assert.Equal(StoreErrorKind.BadTarget, refused.Kind);
        Assert.Contains("which is timerprobe-server's: its pages and /api have the history and the reports", refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("s3cret", refused.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_connection_string_is_shown_as_its_database_and_host() =>
        Assert.Equal("the database fleet on db.example.org:5432", PostgresDatabase.Parse("Host=db.example.org;Database=fleet;Username=tp", "s3cret").Target.ToString());

    [Theory]
    [InlineData("Host=db", "it lacks Database")]
    [InlineData("Database=fleet", "it lacks Host")]
    [InlineData("Hots=db;Database=fleet", "keywords and values that Npgsql knows")]
    [InlineData("Host=db;Database=fleet;Port=eighty", "keywords and values that Npgsql knows")]
    [InlineData("postgres://db/fleet", "keywords and values that Npgsql knows")]
    [InlineData("Host=db;Database=fleet;Password=s3cret", "it holds a password")]
    [InlineData("Host=db;Database=fleet;SSL Password=s3cret", "it holds a password")]
    [InlineData("Passwort=s3cret", "keywords and values that Npgsql knows")]
    public void What_is_no_connection_string_is_refused_and_not_repeated(string text, string sentence)
    {
        var refused = Assert.Throws<StoreException>(() => PostgresDatabase.Parse(text));

        Assert.Equal(StoreErrorKind.BadTarget, refused.Kind);
        Assert.Contains(sentence, refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("s3cret", refused.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Host=db;Database=fleet", null)]
    [InlineData("Host=/run/postgresql;Database=fleet", null)]
    [InlineData("Host=/run/postgresql;Database=fleet;SSL Mode=Disable", null)]
    [InlineData("Host=db;Database=fleet;SSL Mode=VerifyCA", "the store's connection string says SSL Mode=VerifyCA: it does not verify that db is the real server")]
    [InlineData("Host=db;Database=fleet;SSL Mode=Disable", "the store's connection string says SSL Mode=Disable: it does not verify that db is the real server")]
    public void What_is_believed_without_proof_is_said(string text, string? sentence) =>
        Assert.Equal(sentence, PostgresDatabase.Parse(text).NotVerified);
}
