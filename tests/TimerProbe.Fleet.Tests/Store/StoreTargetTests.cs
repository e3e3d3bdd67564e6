using TimerProbe.Fleet.Store;

namespace TimerProbe.Fleet.Tests.Store;

public sealed class StoreTargetTests
{
    [Theory]
    [InlineData("fleet.db")]
    [InlineData("/var/lib/timerprobe/fleet.db")]
    [InlineData("post:gres.db")]
    public void A_path_is_a_file(string text) => Assert.Equal(Path.GetFullPath(text), StoreTarget.Parse(text).File);

    [Theory]
    [InlineData("postgres:Host=db.example.org;Database=fleet;Username=tp")]
    [InlineData("postgres://tp@db.example.org/fleet")]
    [InlineData("postgresql://tp@db.example.org:5432/fleet?SSL Mode=VerifyFull&Timeout=5")]
    public void Both_forms_of_a_database_are_understood(string text)
    {
        var target = StoreTarget.Parse(text);

        Assert.Null(target.File);
        Assert.Equal("the database fleet on db.example.org:5432", target.ToString());
    }

    [Theory]
    [InlineData("")]
    [InlineData("/tmp/")]
    [InlineData("mysql://x/y")]
    [InlineData("postgres:")]
    [InlineData("postgres:Host=x")]
    [InlineData("postgres:Hots=x;Database=y")]
    [InlineData("postgres:Host=x;Database=y;Port=eighty")]
    [InlineData("postgres://")]
    [InlineData("postgres://x")]
    public void What_names_no_store_is_refused_with_what_would(string text)
    {
        var refused = Assert.Throws<StoreException>(() => StoreTarget.Parse(text));

        Assert.Equal(StoreErrorKind.BadTarget, refused.Kind);
        Assert.Contains("Name a file, postgres:Host=", refused.Message);
    }

    [Theory]
    [InlineData("postgres:Host=x;Database=y;Password=s3cret")]
    [InlineData("postgres://me:s3cret@x/y")]
    [InlineData("postgres://x/y?Password=s3cret")]
    [InlineData("postgres:Passwort=s3cret")]
    public void A_password_in_it_is_refused_and_not_repeated(string text) =>
        Assert.DoesNotContain("s3cret", Assert.Throws<StoreException>(() => StoreTarget.Parse(text)).ToString());
}
